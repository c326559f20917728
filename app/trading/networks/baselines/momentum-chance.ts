/** Direction as it was of late: yesterday's (persistence) or that of twenty days. */
import { hitRate } from '../../statistics/hit-rate';
import { RANDOM_WALK_CHANCE } from './no-skill';

/** Days of the two momentums that a network is held against. */
export const MOMENTUM_DAYS = [1, 20] as const;

/**
 * Chance of a rise at a past return, with the share of rows in which the sign went on. Zero says
 * nothing.
 */
type MomentumChance = (past: number) => number;

/**
 * Learns from past returns and the returns that followed them; rows of which one is zero or NaN are
 * left out. Throws RangeError for unequal lengths.
 */
export function fitMomentum(
  pasts: ArrayLike<number>,
  followers: ArrayLike<number>,
): MomentumChance {
  const { share, decided } = hitRate(pasts, followers);
  const wentOn = decided === 0 ? RANDOM_WALK_CHANCE : share;
  return (past) => {
    if (!(Math.abs(past) > 0)) return RANDOM_WALK_CHANCE;
    return past > 0 ? wentOn : 1 - wentOn;
  };
}
