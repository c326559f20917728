// The regional price map of a commodity: colors, labels, rows and words made from the same prices.
import { priceColors, PRICE_COLORS } from './map-colors.server';

import type { MapScale, MapStateShape, PriceMapDto, RegionPriceRow } from '../../contracts/maps';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import { MISSING, formatDollars } from '../../trading/domain/format';
import {
  DEFAULT_DOMAIN,
  type PriceDomain,
  REGION_STATES,
  type RegionPrice,
  UNQUOTED_PRICE,
  colorShift,
  priceDomain,
  regionPrices,
} from '../../trading/market/price-map';
import { STATES } from '../../trading/weather/states';
import { computeMiddle } from './us-map.server';
import type { CashDto, QuoteDto } from '../../contracts/api/quotes';

type Quote = QuoteDto | CashDto;
const NAMES: ReadonlyMap<string, string> = new Map(STATES.map(({ fips, name }) => [fips, name]));
const CENTS_PER_DOLLAR = 100;

/**
 * A price in dollars and cents with the unit of its mode; what is quoted in cents is a hundredth of
 * that.
 */
function dollarsText(commodity: CommodityKey, price: number): string {
  const isCents = COMMODITIES[commodity].priceUnit.startsWith('cents');
  return formatDollars(isCents ? price / CENTS_PER_DOLLAR : price);
}

const formatNames = (states: readonly string[]): string =>
  states.map((fips) => NAMES.get(fips) ?? fips).join(', ');

function listShapes(
  commodity: CommodityKey,
  regions: readonly RegionPrice<Quote>[],
  scale: MapScale,
): MapStateShape[] {
  const color = priceColors(priceDomain(regions.map(({ price }) => price)), scale);
  const faint = priceColors(DEFAULT_DOMAIN, scale)(UNQUOTED_PRICE);
  return STATES.map(({ fips, name }) => {
    const found = regions.find(({ states }) => states.includes(fips));
    if (!found) return { fips, fill: faint, isFaint: true, title: `${name}: ${MISSING}` };
    const shift = colorShift(commodity, found.states.indexOf(fips), found.states.length);
    return {
      fips,
      fill: color(found.price + shift),
      isFaint: false,
      title: `${name}: ${dollarsText(commodity, found.price)}${COMMODITIES[commodity].perUnit}`,
    };
  });
}

function buildRow(
  commodity: CommodityKey,
  { region, price, quote }: RegionPrice<Quote>,
): RegionPriceRow {
  return {
    region,
    states: formatNames(REGION_STATES[commodity][region] ?? []),
    price: `${dollarsText(commodity, price)}${COMMODITIES[commodity].perUnit}`,
    symbol: quote.symbol,
    kind: quote.note ?? 'front month, traded',
    asOf: quote.asOf,
    isStale: quote.isStale,
  };
}

const POWER_NOTE = 'ERCOT→TX, CAISO→CA, PJM→PA/OH/WV, NYISO→NY, MISO→IN/IL';

/** Regions and states of the note; that of power is the usual one. */
const formatNote = (commodity: CommodityKey): string =>
  commodity === 'electricity'
    ? POWER_NOTE
    : Object.entries(REGION_STATES[commodity])
        .map(([region, states]) => `${region}: ${formatNames(states)}`)
        .join('; ');

const STOPS = ['Lowest', 'Low', 'High', 'Highest'] as const;

function buildLegend(
  commodity: CommodityKey,
  domain: PriceDomain,
  scale: MapScale,
): PriceMapDto['legend'] {
  return {
    heading: `Price Scale ($${COMMODITIES[commodity].perUnit})`,
    stops: STOPS.map((label, place) => ({
      label,
      fill: PRICE_COLORS[scale][place] ?? '',
      value: dollarsText(commodity, domain[place] ?? 0),
    })),
    note: formatNote(commodity),
  };
}

/** The map of a commodity's quotes, the cash prices of its regions among them. */
export function priceMapWire(
  commodity: CommodityKey,
  quotes: readonly Quote[],
  scale: MapScale,
): PriceMapDto {
  const regions = regionPrices(commodity, quotes);
  const domain = priceDomain(regions.map(({ price }) => price));
  const rows = regions.map((region) => buildRow(commodity, region));
  const shown = regions.filter(({ states }) => states.length > 0);
  const name = COMMODITIES[commodity].displayName.replace(/ ?Futures/, '');
  return {
    title: `${name} Prices by Region`,
    scale,
    rows,
    map: {
      states: listShapes(commodity, regions, scale),
      labels: shown.map(({ region, states, price }) => ({
        ...computeMiddle(states),
        name: region,
        value: dollarsText(commodity, price),
        title: `${region}: ${dollarsText(commodity, price)}${COMMODITIES[commodity].perUnit}`,
      })),
      summary:
        rows.length === 0
          ? `Map of the United States: no region has a price of ${name} yet.`
          : `Map of the United States, ${name} prices: ${rows.map((row) => `${row.region} ${row.price}`).join(', ')}. The table tells the same.`,
    },
    legend: buildLegend(commodity, domain, scale),
    unquoted: STATES.length - new Set(regions.flatMap(({ states }) => states)).size,
    isStale: rows.some((row) => row.isStale),
  };
}
