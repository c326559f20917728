/** What a forecast of direction has to beat first: a coin, and the share of days that rose. */
import { shareWhere } from '../../statistics/share-where';

/** Chance of a rise where a price is a random walk: no return can be foreseen (E. F. Fama 1965). */
export const RANDOM_WALK_CHANCE = 0.5;

/**
 * Share of returns above zero among those that are not zero, for a forecast that is always the
 * same; 0.5 of nothing.
 */
export function alwaysChance(returns: ArrayLike<number>): number {
  const moved = Float64Array.from(returns).filter((value) => Math.abs(value) > 0);
  return moved.length === 0 ? RANDOM_WALK_CHANCE : shareWhere(moved, (value) => value > 0);
}
