/** Deflated Sharpe ratio: Sharpe ratio corrected for the number of trials. */
import { computeNormalQuantile } from '../../domain/normal-distribution';
import { type SharpeSample, computeProbabilisticSharpe } from './probabilistic-sharpe';

/** The trials among which the best was chosen. */
export interface TrialSpread {
  /** At least 1. */
  readonly count: number;
  /** Variance of their per-return Sharpe ratios, divisor n - 1; null if fewer than two have one. */
  readonly variance: number | null;
}

const EULER_GAMMA = 0.5772156649015329;

/**
 * Expected maximum per-return Sharpe ratio of N trials without skill: sqrt(V) [(1 - g) Z(1 - 1/N) +
 * g Z(1 - 1/(N e))] with normal quantile Z and Euler's constant g; 0 for a single trial (D. H.
 * Bailey and M. Lopez de Prado 2014, The deflated Sharpe ratio, Journal of Portfolio Management
 * 40). Null if several trials have no variance. Throws RangeError unless the count is a positive
 * integer.
 */
export function computeExpectedBestSharpe({ count, variance }: TrialSpread): number | null {
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`trials are counted from 1, got ${count}: count the run itself as one`);
  if (count === 1) return 0;
  if (variance === null) return null;
  // Z(1 - p) = -Z(p), which is more precise for small p.
  return (
    -Math.sqrt(variance) *
    ((1 - EULER_GAMMA) * computeNormalQuantile(1 / count) +
      EULER_GAMMA * computeNormalQuantile(1 / (count * Math.E)))
  );
}

/** Probabilistic Sharpe ratio against the expected maximum, 0 to 1; null if either is unknown. */
export function computeDeflatedSharpe(evidence: SharpeSample, trials: TrialSpread): number | null {
  const best = computeExpectedBestSharpe(trials);
  return best === null ? null : computeProbabilisticSharpe(evidence, best);
}

/** The deflated Sharpe ratio with what it was measured against. */
export interface SharpeHurdle {
  /** Deflated Sharpe ratio, 0 to 1. */
  readonly probability: number;
  /** Expected best Sharpe ratio of as many trials without skill, annualized. */
  readonly hurdleSharpe: number;
  readonly trials: number;
}

/**
 * Spread of the Sharpe ratios of trials without skill: each estimate from T returns has variance
 * 1 / (T - 1), whatever the true ratios of other trials are (Bailey and Lopez de Prado 2014, null
 * hypothesis of equal true ratios; A. W. Lo 2002, The statistics of Sharpe ratios). The variance
 * over the trials that were really run would count their losses to costs as luck. Null under two
 * returns.
 */
export const computeEstimatorSpread = (count: number, returns: number): TrialSpread => ({
  count,
  variance: returns < 2 ? null : 1 / (returns - 1),
});

/**
 * Deflated Sharpe ratio against the spread of the estimator. `perYear` is the number of returns a
 * year; `trials` counts the run itself. Null if the ratio or its variance is unknown.
 */
export function assessSharpe(
  evidence: SharpeSample & { readonly perYear: number },
  trials: number,
): SharpeHurdle | null {
  const spread = computeEstimatorSpread(trials, evidence.count);
  const best = computeExpectedBestSharpe(spread);
  const probability = computeDeflatedSharpe(evidence, spread);
  return best === null || probability === null
    ? null
    : { probability, hurdleSharpe: best * Math.sqrt(evidence.perYear), trials };
}
