/**
 * Probabilistic Sharpe ratio: probability that the true ratio exceeds a benchmark, given the length
 * and shape of the record.
 */
import { computeNormalProbability } from '../../domain/normal-distribution';
import type { ReturnShape } from './return-shape';

/** Sample statistics of a return series. */
export interface SharpeSample extends ReturnShape {
  /** Mean / standard deviation of one return. */
  readonly sharpe: number;
  /** Number of returns. */
  readonly count: number;
}

/**
 * Phi[(SR - SR*) sqrt(T - 1) / sqrt(1 - g3 SR + (g4 - 1) / 4 SR^2)] with skewness g3 and kurtosis
 * g4 (3 for normal returns), 0 to 1 (D. H. Bailey and M. Lopez de Prado 2012, The Sharpe ratio
 * efficient frontier, Journal of Risk 15). `benchmark` is the per-return ratio SR*. Null under two
 * returns, or if the variance of the estimate is not positive.
 */
export function computeProbabilisticSharpe(
  { sharpe, count, skewness, kurtosis }: SharpeSample,
  benchmark = 0,
): number | null {
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  if (count < 2 || !(variance > 0)) return null;
  return computeNormalProbability(
    ((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(variance),
  );
}
