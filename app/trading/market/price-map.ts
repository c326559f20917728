/** States of each price region on the map, and the color scale. */
import type { CommodityKey } from '../domain/commodity';

/**
 * State codes (FIPS 5-2) by region or hub. When two regions list a state, the first one applies.
 */
type RegionStates = Readonly<Record<string, readonly string[]>>;

const GULF_COAST = ['48', '22', '28', '01'];
const EAST_COAST = [
  '36',
  '34',
  '42',
  '25',
  '09',
  '44',
  '24',
  '51',
  '37',
  '45',
  '13',
  '12',
  '10',
  '33',
  '23',
];
const MIDWEST = [
  '17',
  '18',
  '39',
  '26',
  '55',
  '27',
  '19',
  '29',
  '20',
  '31',
  '40',
  '46',
  '38',
  '21',
  '47',
];
const WEST_COAST = ['06', '41', '53', '32', '04'];
const COASTS: RegionStates = {
  'Gulf Coast': GULF_COAST,
  'East Coast': EAST_COAST,
  Midwest: MIDWEST,
  'West Coast': WEST_COAST,
};

/** Power by market region, gas by hub and basin, crops by belt, oil by coastal district. */
export const REGION_STATES: Readonly<Record<CommodityKey, RegionStates>> = {
  electricity: {
    NYISO: ['36'],
    ERCOT: ['48'],
    CAISO: ['06'],
    PJM: ['42', '39', '54'],
    MISO: ['18', '17', '26', '55'],
    SERC: ['01', '12', '13', '28', '37', '45', '47'],
    WECC: ['04', '08', '16', '30', '32', '35', '41', '49', '53', '56'],
  },
  'natural-gas': {
    'Henry Hub': ['22'],
    Permian: ['48'],
    Marcellus: ['42', '54', '39'],
    'Gulf Coast': ['48', '22'],
  },
  corn: { 'Corn Belt': ['19', '17', '18', '31', '27', '39', '46'] },
  soybeans: { 'Soybean Belt': ['17', '19', '27', '18', '31', '39', '29'] },
  wheat: { 'Wheat Belt': ['20', '40', '38', '30', '46', '08', '48'] },
  'orange-juice': { Florida: ['12'] },
  oil: COASTS,
  coffee: { 'New York': ['36'] },
  'crude-oil': COASTS,
  cotton: { 'Cotton Belt': ['48', '13', '28', '05', '01', '37', '45', '47'] },
};

/** An unvalidated quote row. */
export interface MapQuote {
  readonly symbol: unknown;
  readonly price: unknown;
  readonly hub: string | null;
  readonly region: string | null;
}

export interface RegionPrice<Q extends MapQuote> {
  readonly region: string;
  /** State codes, without those of an earlier region. */
  readonly states: readonly string[];
  /** In quoted units. */
  readonly price: number;
  readonly quote: Q;
}

/** Parses the price; null when symbol or price is no text or no number. */
function parseMapPrice({ symbol, price }: MapQuote): number | null {
  if (typeof symbol !== 'string' || typeof price !== 'string' || price.trim() === '') return null;
  const value = Number(price);
  return Number.isFinite(value) ? value : null;
}

/**
 * Regions with a price, in table order. The last quote of a region wins: cash follows the front it
 * derives from.
 */
export function listRegionPrices<Q extends MapQuote>(
  commodity: CommodityKey,
  quotes: readonly Q[],
): RegionPrice<Q>[] {
  const usedNames = new Set<string>();
  return Object.entries(REGION_STATES[commodity]).flatMap(([region, all]) => {
    const found = quotes
      .flatMap((quote) => {
        const price = (quote.hub ?? quote.region) === region ? parseMapPrice(quote) : null;
        return price === null ? [] : [{ quote, price }];
      })
      .at(-1);
    if (!found) return [];
    const states = all.filter((fips) => !usedNames.has(fips));
    for (const fips of states) usedNames.add(fips);
    return [{ region, states, ...found }];
  });
}

/** Color value of states without a quote; never printed. */
export const UNQUOTED_PRICE = 91;

/** Positions of the four colors, in quoted units. */
export type PriceDomain = readonly [number, number, number, number];
export const DEFAULT_DOMAIN: PriceDomain = [85, 90, 95, 100];

/** Share of the range, and of the middle price, that one unit of the domain has at least. */
const UNIT_OF_RANGE = 0.1;
const UNIT_OF_PRICE = 0.01;
const UNIT_MIN = 0.01;

/**
 * Domain from lowest - 2 over middle - 1 and middle + 1 to highest + 2; default without prices.
 * Those are dollars per MWh; other commodities use a unit that fits their prices.
 */
export function computePriceDomain(
  commodity: CommodityKey,
  prices: readonly number[],
): PriceDomain {
  if (prices.length === 0) return DEFAULT_DOMAIN;
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const middle = (low + high) / 2;
  const unit =
    commodity === 'electricity'
      ? 1
      : Math.max(UNIT_OF_RANGE * (high - low), UNIT_OF_PRICE * Math.abs(middle), UNIT_MIN);
  return [low - 2 * unit, middle - unit, middle + unit, high + 2 * unit];
}

/**
 * Color offset that distinguishes neighboring power regions: -1 or +1 for regions of several
 * states, else 0. Prices are unaffected.
 */
export const computeColorShift = (
  commodity: CommodityKey,
  index: number,
  states: number,
): number => (commodity !== 'electricity' || states < 2 ? 0 : index % 2 === 0 ? -1 : 1);
