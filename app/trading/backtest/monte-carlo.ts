/**
 * One strategy in many worlds: what it brought in the middle, in the bad and the good tenth, and in
 * how many worlds it lost.
 */
import { computeQuantiles } from '../statistics/quantile';
import { shareWhere } from '../statistics/share-where';

/** In the unit of the results. */
export interface WorldsRange {
  readonly worlds: number;
  /** The value below which a tenth of the worlds lies. */
  readonly low: number;
  readonly median: number;
  /** The value below which nine tenths lie. */
  readonly high: number;
  /** Share of worlds with a result below zero, 0 to 1. */
  readonly losingShare: number;
}

const SHARES = [0.1, 0.5, 0.9] as const;

/**
 * Quantiles over worlds by linear interpolation; null without worlds. Throws RangeError for a world
 * without a result, which would flatter the rest.
 */
export function worldsRange(results: ArrayLike<number>): WorldsRange | null {
  if (results.length === 0) return null;
  const missing = Array.from(results).findIndex((result) => !Number.isFinite(result));
  if (missing >= 0)
    throw new RangeError(
      `world ${missing + 1} of ${results.length} has no result: count what it left of the capital, or run it again`,
    );
  const [low = NaN, median = NaN, high = NaN] = computeQuantiles(results, SHARES);
  return {
    worlds: results.length,
    low,
    median,
    high,
    losingShare: shareWhere(results, (result) => result < 0),
  };
}
