// The colors of the maps, worked out on the server: the usual ones, and a scale that every kind of
// sight can order.
import { scaleLinear } from 'd3-scale';
import type { MapScale } from '../../contracts/maps';
import type { PriceDomain } from '../../trading/market/price-map';
import type { MapSeverity } from '../../trading/domain/map-severity';

/**
 * Blue, cyan, amber, red; and four steps of cividis (Nuñez, Anderton and Renslow 2018), whose
 * lightness only grows.
 */
export const PRICE_COLORS: Readonly<Record<MapScale, readonly [string, string, string, string]>> = {
  standard: ['#3b82f6', '#06b6d4', '#f59e0b', '#ef4444'],
  safe: ['#00306f', '#575d6d', '#a69d75', '#fee838'],
};

const SEVERITY_COLORS: Readonly<Record<MapScale, Readonly<Record<MapSeverity, string>>>> = {
  standard: {
    Clear: '#31618f',
    Light: '#06b6d4',
    Moderate: '#f5c518',
    Heavy: '#f97316',
    Severe: '#dc2626',
  },
  safe: {
    Clear: '#00204d',
    Light: '#434e6c',
    Moderate: '#7d7c78',
    Heavy: '#bcae6c',
    Severe: '#fee838',
  },
};

/**
 * The color of a price: even between the four points of the domain, the outer colors beyond it.
 */
export function priceColors(domain: PriceDomain, scale: MapScale): (price: number) => string {
  const color = scaleLinear<string>(domain, PRICE_COLORS[scale]).clamp(true);
  return (price) => color(price).replaceAll(' ', '');
}

export const severityColor = (severity: MapSeverity, scale: MapScale): string =>
  SEVERITY_COLORS[scale][severity];
