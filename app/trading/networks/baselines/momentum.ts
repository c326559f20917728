/** Momentum benchmark: direction of the last day (persistence) or of the last 20 days. */
import { computeHitRate } from '../../statistics/hit-rate';
import { RANDOM_WALK_PROBABILITY } from './no-skill';

/** Windows of the two momentum benchmarks, in days. */
export const MOMENTUM_DAYS = [1, 20] as const;

/** Probability of a rise given a past return; 0.5 for a zero return. */
type MomentumForecast = (pastReturn: number) => number;

/**
 * Estimates how often the sign of a past return continued; rows with a zero or NaN are skipped.
 * Throws RangeError for unequal lengths.
 */
export function fitMomentum(
  pastReturns: ArrayLike<number>,
  nextReturns: ArrayLike<number>,
): MomentumForecast {
  const { share, decided } = computeHitRate(pastReturns, nextReturns);
  const continuationRate = decided === 0 ? RANDOM_WALK_PROBABILITY : share;
  return (pastReturn) => {
    if (!(Math.abs(pastReturn) > 0)) return RANDOM_WALK_PROBABILITY;
    return pastReturn > 0 ? continuationRate : 1 - continuationRate;
  };
}
