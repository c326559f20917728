// Map color scales: standard, and one safe for color blindness.
import { scaleLinear } from 'd3-scale';
import type { MapScale } from '../../contracts/maps';
import type { PriceDomain } from '../../trading/market/price-map';
import type { MapSeverity } from '../../trading/domain/map-severity';

/**
 * Standard: blue, cyan, amber, red. Safe: four steps of cividis (Nuñez, Anderton and Renslow 2018),
 * increasing in lightness.
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

/** Upper bounds of the anomaly colors but the last, deg F from normal. */
export const ANOMALY_BOUNDS_F = [-10, -5, -2, 2, 5, 10] as const;

/** From far below normal over near normal to far above. Safe: blue and orange. */
const ANOMALY_COLORS: Readonly<Record<MapScale, readonly string[]>> = {
  standard: ['#1d3fbf', '#3b82f6', '#93b8e8', '#8b949e', '#e3a48c', '#ef6a4a', '#b91c1c'],
  safe: ['#12337f', '#2f6fd0', '#8fb4de', '#8b949e', '#e3bd86', '#e08a1e', '#9a4b00'],
};

/** Color of a departure; a bound belongs to the color nearer to normal. */
export function getAnomalyColor(departureF: number, scale: MapScale): string {
  const step = ANOMALY_BOUNDS_F.findIndex((bound) =>
    bound < 0 ? departureF < bound : departureF <= bound,
  );
  return ANOMALY_COLORS[scale].at(step === -1 ? ANOMALY_BOUNDS_F.length : step) ?? '';
}

/** Interpolates between the four domain points; clamps outside. */
export function buildPriceColors(domain: PriceDomain, scale: MapScale): (price: number) => string {
  const color = scaleLinear<string>(domain, PRICE_COLORS[scale]).clamp(true);
  return (price) => color(price).replaceAll(' ', '');
}

export const getSeverityColor = (severity: MapSeverity, scale: MapScale): string =>
  SEVERITY_COLORS[scale][severity];
