/**
 * Stress test: profit of the current holdings on paired simulated paths with and without a weather
 * shock.
 */
import { computeQuantiles } from '../statistics/quantile';

/**
 * Paths of one chain over all pairs, concatenated, `days` values each: with the shock minus
 * without, as log or in quoted units.
 */
export interface ShockPaths {
  readonly kind: 'log' | 'amount';
  readonly values: Float64Array;
}

export interface StressHolding {
  readonly chain: string;
  /** Dollars per 1.00 of the quoted price; negative when short. */
  readonly size: number;
  /** Quoted units. */
  readonly price: number;
  /** Price of the protective stop, null without one. */
  readonly stop: number | null;
}

interface StressFigures {
  /**
   * Median profit over pairs on the day when it is farthest from zero, dollars; negative for a
   * loss.
   */
  readonly profit: number;
  /** 5th percentile of profit on that day. */
  readonly badly: number;
  /** Day of these figures; 1 is the first day of the shock. */
  readonly day: number;
  readonly pairs: number;
}

const BAD_QUANTILE = 0.05;

/**
 * Profit in dollars on each day of each pair, concatenated. A position closes at the first day's
 * end that is at or past its stop: a gap is lost in full, later moves have no effect. Throws
 * RangeError for a chain without paths.
 */
export function computeStressProfits(
  holdings: readonly StressHolding[],
  paths: ReadonlyMap<string, ShockPaths>,
  days: number,
): Float64Array {
  const count = holdings.reduce(
    (max, { chain }) => Math.max(max, paths.get(chain)?.values.length ?? 0),
    0,
  );
  const profits = new Float64Array(count);
  for (const holding of holdings) {
    const path = paths.get(holding.chain);
    if (!path) throw new RangeError(`${holding.chain} has no paths of this shock`);
    for (let from = 0; from < count; from += days) addPair(profits, from, days, holding, path);
  }
  return profits;
}

function addPair(
  profits: Float64Array,
  from: number,
  days: number,
  { size, price, stop }: StressHolding,
  { kind, values }: ShockPaths,
): void {
  let exitMove: number | null = null;
  for (let nth = from; nth < from + days; nth += 1) {
    const move: number =
      exitMove ?? (kind === 'log' ? price * Math.expm1(values[nth] ?? NaN) : (values[nth] ?? NaN));
    if (
      exitMove === null &&
      stop !== null &&
      (size > 0 ? price + move <= stop : price + move >= stop)
    )
      exitMove = move;
    profits[nth] = (profits[nth] ?? 0) + size * move;
  }
}

/** Figures over all pairs; null without pairs, zero if nothing is held. */
export function computeStressFigures(
  profits: Float64Array,
  days: number,
  pairs: number,
): StressFigures | null {
  if (pairs === 0) return null;
  let largest: StressFigures = { profit: 0, badly: 0, day: 1, pairs };
  if (profits.length === 0) return largest;
  for (let day = 0; day < days; day += 1) {
    const [badly = NaN, profit = NaN] = computeQuantiles(
      Float64Array.from({ length: pairs }, (_, pair) => profits[pair * days + day] ?? 0),
      [BAD_QUANTILE, 0.5],
    );
    if (
      Math.abs(profit) > Math.abs(largest.profit) ||
      (largest.profit === 0 && profit === 0 && badly < largest.badly)
    )
      largest = { profit, badly, day: day + 1, pairs };
  }
  return largest;
}

/**
 * Median move of a chain on the day when it is farthest from zero: a price ratio for futures,
 * quoted units for power.
 */
export function computeMedianMove({ kind, values }: ShockPaths, days: number): number {
  const one = computeStressFigures(values, days, values.length / days)?.profit ?? NaN;
  return kind === 'log' ? Math.expm1(one) : one;
}
