/**
 * Regimes in which nothing is entered: a spread far wider than usual, a hurricane coming ashore,
 * forecasts that have stopped coming.
 *
 * Two further regimes, a market locked at its limit and a stale quote, are refused by the gate,
 * which asks the same of orders by hand.
 */
import type { CommodityKey } from '../domain/commodity';
import type { KnownRegime } from '../domain/known-facts';
import { formatAge, decimalNumber } from '../domain/format';
import type { Coast } from '../market/inputs/ashore';

/**
 * Spreads that the median is made of: ends of the shortest bars, a day of them where those are
 * quarters.
 */
export const SPREADS_KEPT = 96;
/** Fewer than this say nothing about what is usual. */
const SPREADS_LEAST = 20;
const SPREAD_MULTIPLE = 3;
/** Forecasts are published every six hours; two that did not come are a gap. */
const FORECAST_AGE_MS = 2 * 6 * 3_600_000;

/**
 * Coasts on which a hurricane closes what makes or moves a commodity; its price while that happens
 * is no price to begin at.
 */
export const COASTS_OF: Readonly<Record<CommodityKey, readonly Coast[]>> = {
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

/** The spreads with that of one more bar, oldest first. */
export const spreadsAfter = (
  spreads: readonly number[],
  spreadTicks: number,
): readonly number[] => [
  ...spreads.slice(Math.max(0, spreads.length + 1 - SPREADS_KEPT)),
  spreadTicks,
];

/** The median of latest spreads in ticks, the lower of two; null before there are enough. */
export function medianSpread(spreads: readonly number[]): number | null {
  if (spreads.length < SPREADS_LEAST) return null;
  return [...spreads].sort((a, b) => a - b)[Math.floor((spreads.length - 1) / 2)] ?? null;
}

/**
 * Why nothing is entered in a regime, in the words that follow a wish; null when nothing is in the
 * way.
 */
export function regimeVeto({
  spreadTicks,
  medianSpreadTicks,
  ashore,
  inputsAgeMs,
}: KnownRegime): string | null {
  if (medianSpreadTicks !== null && spreadTicks > SPREAD_MULTIPLE * medianSpreadTicks)
    return `its spread of ${spreadTicks} ticks is ${decimalNumber(spreadTicks / medianSpreadTicks, 1)} times the median of ${medianSpreadTicks} of late; more than ${SPREAD_MULTIPLE} times is too dear`;
  if (ashore !== null)
    return `a hurricane comes ashore ${COAST_NAMES[ashore]}; nothing is entered before it is over`;
  if (inputsAgeMs !== null && inputsAgeMs > FORECAST_AGE_MS)
    return `the newest forecast is ${formatAge(inputsAgeMs)} old; entries need one younger than ${formatAge(FORECAST_AGE_MS)}`;
  return null;
}
