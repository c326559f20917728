// Regional price map of a commodity.
import { buildPriceColors, PRICE_COLORS } from './map-colors.server';

import type { MapScale, MapStateShape, PriceMapDto, RegionPriceRow } from '../../contracts/maps';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import {
  MISSING,
  formatCalendarLabel,
  formatDate,
  formatDollars,
  formatHourMinute,
} from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import {
  DEFAULT_DOMAIN,
  type PriceDomain,
  REGION_STATES,
  type RegionPrice,
  UNQUOTED_PRICE,
  computeColorShift,
  computePriceDomain,
  listRegionPrices,
} from '../../trading/market/price-map';
import { STATES } from '../../trading/weather/states';
import { computeCentroid } from './us-map.server';
import type { CashDto, QuoteDto, SpotDto } from '../../contracts/api/quotes';

type Quote = QuoteDto | CashDto | SpotDto;
const NAMES: ReadonlyMap<string, string> = new Map(STATES.map(({ fips, name }) => [fips, name]));
const CENTS_PER_DOLLAR = 100;

/** Price in dollars; cent-quoted prices are divided by 100. */
function formatPriceDollars(commodity: CommodityKey, price: number): string {
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
  const domain = computePriceDomain(
    commodity,
    regions.map(({ price }) => price),
  );
  const color = buildPriceColors(domain, scale);
  const faint = buildPriceColors(DEFAULT_DOMAIN, scale)(UNQUOTED_PRICE);
  return STATES.map(({ fips, name }) => {
    const found = regions.find(({ states }) => states.includes(fips));
    if (!found) return { fips, fill: faint, isFaint: true, title: `${name}: ${MISSING}` };
    const shift = computeColorShift(commodity, found.states.indexOf(fips), found.states.length);
    return {
      fips,
      fill: color(found.price + shift),
      isFaint: false,
      title: `${name}: ${formatPriceDollars(commodity, found.price)}${COMMODITIES[commodity].perUnit}`,
    };
  });
}

/** Time of day, or the date if it is not today. A daily spot price has a date of its own, in UTC. */
function formatAt(quote: Quote, { timeZone, nowMs }: MapRequest): string {
  const atMs = Date.parse(quote.asOf);
  if (quote.kind === 'spot' && quote.hub === null) return formatCalendarLabel('day', atMs, 'UTC');
  return formatDate(atMs, timeZone) === formatDate(nowMs, timeZone)
    ? formatHourMinute(atMs, timeZone)
    : formatCalendarLabel('day', atMs, timeZone);
}

function buildRow(
  commodity: CommodityKey,
  { region, price, quote }: RegionPrice<Quote>,
  request: MapRequest,
): RegionPriceRow {
  return {
    region,
    states: formatNames(REGION_STATES[commodity][region] ?? []),
    price: `${formatPriceDollars(commodity, price)}${COMMODITIES[commodity].perUnit}`,
    symbol: quote.symbol,
    kind: quote.note ?? 'front month',
    asOf: quote.asOf,
    at: formatAt(quote, request),
    isStale: quote.isStale,
  };
}

const POWER_NOTE = 'ERCOT→TX, CAISO→CA, PJM→PA/OH/WV, NYISO→NY, MISO→IN/IL';

/** Regions and their states; the note for power is fixed by the specification. */
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
    stops: STOPS.map((label, index) => ({
      label,
      fill: PRICE_COLORS[scale][index] ?? '',
      value: formatPriceDollars(commodity, domain[index] ?? 0),
    })),
    note: formatNote(commodity),
  };
}

interface MapRequest {
  readonly scale: MapScale;
  readonly timeZone: string;
  readonly nowMs: EpochMs;
}

/** Price map from spot prices, quotes and regional cash prices. */
export function serializePriceMap(
  commodity: CommodityKey,
  quotes: readonly Quote[],
  request: MapRequest,
): PriceMapDto {
  const { scale } = request;
  const regions = listRegionPrices(commodity, quotes);
  const domain = computePriceDomain(
    commodity,
    regions.map(({ price }) => price),
  );
  const rows = regions.map((region) => buildRow(commodity, region, request));
  const shown = regions.filter(({ states }) => states.length > 0);
  const name = COMMODITIES[commodity].displayName.replace(/ ?Futures/, '');
  return {
    title: `${name} Prices by Region`,
    scale,
    rows,
    map: {
      states: listShapes(commodity, regions, scale),
      labels: shown.map(({ region, states, price }) => ({
        ...computeCentroid(states),
        name: region,
        value: formatPriceDollars(commodity, price),
        title: `${region}: ${formatPriceDollars(commodity, price)}${COMMODITIES[commodity].perUnit}`,
      })),
      summary:
        rows.length === 0
          ? `Map of the United States: no region has a ${name} price yet.`
          : `Map of the United States, ${name} prices: ${rows.map((row) => `${row.region} ${row.price}`).join(', ')}. The table lists the same values.`,
    },
    legend: buildLegend(commodity, domain, scale),
    unquoted: STATES.length - new Set(regions.flatMap(({ states }) => states)).size,
    isStale: rows.some((row) => row.isStale),
    isSpot: regions.length > 0 && regions.every(({ quote }) => quote.kind === 'spot'),
  };
}
