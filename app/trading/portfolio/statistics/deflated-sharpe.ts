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
