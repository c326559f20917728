/**
 * Market regimes that block entries: a wide spread, a hurricane landfall, outdated forecasts.
 *
 * Locked markets and stale quotes are pre-trade checks because they also apply to manual orders.
 */
import type { CommodityKey } from '../domain/commodity';
import type { MarketRegime } from '../domain/market-snapshot';
import { formatAge, formatNumber } from '../domain/format';
import type { Coast } from '../market/inputs/landfall';

/** Number of bar-end spreads in the median; one day of quarter-hour bars. */
export const SPREAD_COUNT_MAX = 96;
/** Minimum spreads for a median. */
const SPREAD_COUNT_MIN = 20;
const SPREAD_MULTIPLE_MAX = 3;
/** Two missed forecast runs, which are published every six hours. */
const FORECAST_AGE_MS_MAX = 2 * 6 * 3_600_000;

/** Coasts where a hurricane disrupts a commodity's production or transport. */
export const COASTS_BY_COMMODITY: Readonly<Record<CommodityKey, readonly Coast[]>> = {
  electricity: [],
  'natural-gas': ['gulf'],
  corn: [],
  soybeans: [],
  wheat: [],
  'orange-juice': ['florida'],
  oil: ['gulf'],
  coffee: [],
  'crude-oil': ['gulf'],
  cotton: ['gulf', 'florida'],
};

const COAST_NAMES: Readonly<Record<Coast, string>> = {
  gulf: 'on the Gulf coast',
  florida: 'in Florida',
};

/** Appends a spread, oldest first, and drops those beyond the maximum. */
export const appendSpread = (
  spreads: readonly number[],
  spreadTicks: number,
): readonly number[] => [
  ...spreads.slice(Math.max(0, spreads.length + 1 - SPREAD_COUNT_MAX)),
  spreadTicks,
];

/** Median of recent spreads in ticks (the lower of two); null with too few. */
export function computeMedianSpread(spreads: readonly number[]): number | null {
  if (spreads.length < SPREAD_COUNT_MIN) return null;
  return [...spreads].sort((a, b) => a - b)[Math.floor((spreads.length - 1) / 2)] ?? null;
}

/** Reason why entries are blocked; null if they are not. */
export function findEntryVeto({
  spreadTicks,
  medianSpreadTicks,
  ashore,
  inputsAgeMs,
}: MarketRegime): string | null {
  if (medianSpreadTicks !== null && spreadTicks > SPREAD_MULTIPLE_MAX * medianSpreadTicks)
    return `its spread of ${spreadTicks} ticks is ${formatNumber(spreadTicks / medianSpreadTicks, 1)}x the recent median of ${medianSpreadTicks}; the limit is ${SPREAD_MULTIPLE_MAX}x`;
  if (ashore !== null)
    return `a hurricane makes landfall ${COAST_NAMES[ashore]}; entries are blocked until it is over`;
  if (inputsAgeMs !== null && inputsAgeMs > FORECAST_AGE_MS_MAX)
    return `the newest forecast is ${formatAge(inputsAgeMs)} old; the limit is ${formatAge(FORECAST_AGE_MS_MAX)}`;
  return null;
}
