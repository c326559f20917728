/**
 * What a weather shock would do to a book as it is held: its worth along the paths that prices take
 * with the shock, less its worth without it.
 */
import { computeQuantiles } from '../statistics/quantile';

/**
 * Paths of one chain over all pairs: pair after pair, each so many days; log or in quoted units,
 * with the shock less without it.
 */
export interface ShockPaths {
  readonly kind: 'log' | 'amount';
  readonly values: Float64Array;
}

export interface StressHolding {
  readonly chain: string;
  /** Dollars that 1.00 of the quoted price brings; below zero when short. */
  readonly size: number;
  /** Quoted units. */
  readonly price: number;
  /** Price of the protective stop, null without one. */
  readonly stop: number | null;
}

interface StressFigures {
  /**
   * Median profit over the pairs on the day on which it is farthest from nothing, dollars; below
   * zero is a loss.
   */
  readonly profit: number;
  /** Profit that all but one pair in twenty exceed on that day. */
  readonly badly: number;
  /** That day, 1 being the first of the shock. */
  readonly day: number;
  readonly pairs: number;
}

/** Only one pair in twenty does worse. */
const BADLY = 0.05;

/**
 * Profit of a book on each day of each pair, pair after pair, dollars. A long position leaves where
 * the market is on the first day that ends at or below its stop,
 * a short one at or above: a gap past the stop is lost in full, what follows is not. Throws
 * RangeError for a chain without paths.
 */
export function stressProfits(
  holdings: readonly StressHolding[],
  paths: ReadonlyMap<string, ShockPaths>,
  days: number,
): Float64Array {
  const count = holdings.reduce(
    (most, { chain }) => Math.max(most, paths.get(chain)?.values.length ?? 0),
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
  let left: number | null = null;
  for (let nth = from; nth < from + days; nth += 1) {
    const move: number =
      left ?? (kind === 'log' ? price * Math.expm1(values[nth] ?? NaN) : (values[nth] ?? NaN));
    if (left === null && stop !== null && (size > 0 ? price + move <= stop : price + move >= stop))
      left = move;
    profits[nth] = (profits[nth] ?? 0) + size * move;
  }
}

/**
 * The figures of a stress from the profits of all days and pairs; null without pairs. Nothing at
 * all where nothing is held.
 */
export function stressFigures(
  profits: Float64Array,
  days: number,
  pairs: number,
): StressFigures | null {
  if (pairs === 0) return null;
  let found: StressFigures = { profit: 0, badly: 0, day: 1, pairs };
  if (profits.length === 0) return found;
  for (let day = 0; day < days; day += 1) {
    const [badly = NaN, profit = NaN] = computeQuantiles(
      Float64Array.from({ length: pairs }, (_, pair) => profits[pair * days + day] ?? 0),
      [BADLY, 0.5],
    );
    if (
      Math.abs(profit) > Math.abs(found.profit) ||
      (found.profit === 0 && profit === 0 && badly < found.badly)
    )
      found = { profit, badly, day: day + 1, pairs };
  }
  return found;
}

/**
 * The median move of a chain where it is farthest from nothing: a ratio of the price for futures,
 * quoted units for power.
 */
export function medianMove({ kind, values }: ShockPaths, days: number): number {
  const one = stressFigures(values, days, values.length / days)?.profit ?? NaN;
  return kind === 'log' ? Math.expm1(one) : one;
}
