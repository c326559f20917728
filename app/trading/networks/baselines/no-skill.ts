/** No-skill benchmarks of direction: 50%, and the observed frequency of rises. */
import { computeFractionWhere } from '../../statistics/fraction-where';

/** Probability of a rise under a random walk (E. F. Fama 1965). */
export const RANDOM_WALK_PROBABILITY = 0.5;

/** Fraction of positive returns among non-zero ones; 0.5 without any. */
export function computeRiseRate(returns: ArrayLike<number>): number {
  const nonZero = Float64Array.from(returns).filter((value) => Math.abs(value) > 0);
  return nonZero.length === 0
    ? RANDOM_WALK_PROBABILITY
    : computeFractionWhere(nonZero, (value) => value > 0);
}
