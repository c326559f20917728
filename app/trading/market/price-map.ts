/**
 * Which states a regional price stands for on the map, and the scale on which prices are colored.
 */
import type { CommodityKey } from '../domain/commodity';

/**
 * Names of the fifty states' codes (FIPS 5-2) by the region or hub whose price they show; where two
 * regions reach a state, the first one listed is shown.
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

/**
 * Power by market region, gas by hub and basin, crops by their belts, oil by the districts around
 * its coasts.
 */
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

/** A row of quotes as it comes: nothing of it is taken on trust. */
export interface MapQuote {
  readonly symbol: unknown;
  readonly price: unknown;
  readonly hub: string | null;
  readonly region: string | null;
}

export interface RegionPrice<Q extends MapQuote> {
  readonly region: string;
  /** Codes of the states that show it; a state that an earlier region shows is not among them. */
  readonly states: readonly string[];
  /** In quoted units. */
  readonly price: number;
  readonly quote: Q;
}

/** The price of a quote; null where symbol or price is no text, or the price no number. */
function findPrice({ symbol, price }: MapQuote): number | null {
  if (typeof symbol !== 'string' || typeof price !== 'string' || price.trim() === '') return null;
  const value = Number(price);
  return Number.isFinite(value) ? value : null;
}

/**
 * The regions of a commodity that have a price, in the order of their table. Of several quotes of
 * one region the last counts: a cash price comes after the front that it is made of.
 */
export function regionPrices<Q extends MapQuote>(
  commodity: CommodityKey,
  quotes: readonly Q[],
): RegionPrice<Q>[] {
  const taken = new Set<string>();
  return Object.entries(REGION_STATES[commodity]).flatMap(([region, all]) => {
    const found = quotes
      .flatMap((quote) => {
        const price = (quote.hub ?? quote.region) === region ? findPrice(quote) : null;
        return price === null ? [] : [{ quote, price }];
      })
      .at(-1);
    if (!found) return [];
    const states = all.filter((fips) => !taken.has(fips));
    for (const fips of states) taken.add(fips);
    return [{ region, states, ...found }];
  });
}

/** What tints a state without a quote; it is no price and is never printed. */
export const UNQUOTED_PRICE = 91;

/** Lowest, low, high, highest: where the four colors of the scale lie, in quoted units. */
export type PriceDomain = readonly [number, number, number, number];
export const DEFAULT_DOMAIN: PriceDomain = [85, 90, 95, 100];

/**
 * From two below the lowest price, over one below and above the middle of both, to two above the
 * highest; the default one without prices.
 */
export function priceDomain(prices: readonly number[]): PriceDomain {
  if (prices.length === 0) return DEFAULT_DOMAIN;
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const middle = (low + high) / 2;
  return [low - 2, middle - 1, middle + 1, high + 2];
}

/**
 * How far the color of a region's states is moved, so that neighbors can be told apart: -1, +1,
 * -1 and so on for power, whose regions have several; else not at all. It moves no price.
 */
export const colorShift = (commodity: CommodityKey, place: number, states: number): number =>
  commodity !== 'electricity' || states < 2 ? 0 : place % 2 === 0 ? -1 : 1;
