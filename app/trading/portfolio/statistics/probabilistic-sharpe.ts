/**
 * Probabilistic Sharpe ratio: how sure it is that the true ratio lies above a benchmark, given
 * length and shape of the record.
 */
import { normalShare } from '../../domain/normal-curve';
import type { ReturnShape } from './return-shape';

/** What was measured on a series of returns. */
export interface SharpeEvidence extends ReturnShape {
  /** mean / deviation of one return. */
  readonly sharpe: number;
  /** How many returns. */
  readonly count: number;
}

/**
 * Phi[(SR - SR*) sqrt(T - 1) / sqrt(1 - g3 SR + (g4 - 1) / 4 SR^2)] with skewness g3 and kurtosis
 * g4 (3 for normal returns), 0 to 1
 * (D. H. Bailey and M. Lopez de Prado 2012, The Sharpe ratio efficient frontier, Journal of Risk
 * 15). `benchmark` is SR*, of one return as well.
 * Null under two returns, or where the shape leaves no scatter of the estimate.
 */
export function probabilisticSharpe(
  { sharpe, count, skewness, kurtosis }: SharpeEvidence,
  benchmark = 0,
): number | null {
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  if (count < 2 || !(variance > 0)) return null;
  return normalShare(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(variance));
}
