/**
 * Deflated Sharpe ratio: how sure it is that the best of many trials is better than the best that
 * luck alone would have found.
 */
import { normalQuantile } from '../../domain/normal-curve';
import { type SharpeEvidence, probabilisticSharpe } from './probabilistic-sharpe';

/** All trials from which the best was taken. */
export interface TrialSpread {
  /** At least 1. */
  readonly count: number;
  /**
   * Variance of their Sharpe ratios of one return, divisor n - 1; null when fewer than two have a
   * ratio.
   */
  readonly variance: number | null;
}

const EULER_GAMMA = 0.5772156649015329;

/**
 * The highest Sharpe ratio of one return that N trials without any skill are expected to show:
 * sqrt(V) [(1 - g) Z(1 - 1/N) + g Z(1 - 1/(N e))] with Z the normal quantile and g Euler's
 * constant; 0 for a single trial
 * (D. H. Bailey and M. Lopez de Prado 2014, The deflated Sharpe ratio, Journal of Portfolio
 * Management 40).
 * Null when several trials leave no variance. Throws RangeError when the count is no whole number
 * from 1.
 */
export function expectedBestSharpe({ count, variance }: TrialSpread): number | null {
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`trials are counted from 1, got ${count}: count the run itself as one`);
  if (count === 1) return 0;
  if (variance === null) return null;
  // Z(1 - p) is -Z(p), which keeps its digits where p is small.
  return (
    -Math.sqrt(variance) *
    ((1 - EULER_GAMMA) * normalQuantile(1 / count) +
      EULER_GAMMA * normalQuantile(1 / (count * Math.E)))
  );
}

/**
 * The probabilistic Sharpe ratio against the best of luck, 0 to 1; null where either is unknown.
 */
export function deflatedSharpe(evidence: SharpeEvidence, trials: TrialSpread): number | null {
  const best = expectedBestSharpe(trials);
  return best === null ? null : probabilisticSharpe(evidence, best);
}
