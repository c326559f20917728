/** Range of a strategy's results over simulated paths: quantiles and frequency of losses. */
import { computeQuantiles } from '../statistics/quantile';
import { computeFractionWhere } from '../statistics/fraction-where';

/** In the unit of the results. */
export interface SimulationRange {
  readonly worlds: number;
  /** 10% quantile over paths. */
  readonly low: number;
  readonly median: number;
  /** 90% quantile over paths. */
  readonly high: number;
  /** Fraction of paths with a loss, 0 to 1. */
  readonly losingShare: number;
}

const LEVELS = [0.1, 0.5, 0.9] as const;

/**
 * Linearly interpolated quantiles over paths; null without paths. Throws RangeError for a missing
 * result, which would bias the rest upward.
 */
export function computeSimulationRange(results: ArrayLike<number>): SimulationRange | null {
  if (results.length === 0) return null;
  const missing = Array.from(results).findIndex((result) => !Number.isFinite(result));
  if (missing >= 0)
    throw new RangeError(
      `world ${missing + 1} of ${results.length} has no result: count what it left of the capital, or run it again`,
    );
  const [low = NaN, median = NaN, high = NaN] = computeQuantiles(results, LEVELS);
  return {
    worlds: results.length,
    low,
    median,
    high,
    losingShare: computeFractionWhere(results, (result) => result < 0),
  };
}
