/** The simple forecasts beside a network's chance: a coin, the trend of a month, the season. */
import type { ByBenchmark } from '../domain/signal-facts';
import type { EpochMs } from '../domain/units';
import { fitMomentum } from '../networks/baselines/momentum-chance';
import { RANDOM_WALK_CHANCE } from '../networks/baselines/no-skill';
import { CHANCE_MAX, CHANCE_MIN } from '../networks/core/calibration';
import { seasonalChances } from '../networks/baselines/seasonal-chance';

/** Days of the trend: the longer of the two that networks are held against. */
const TREND_DAYS = 20;
/** Days by which the share of trends that went on is drawn to one half. */
const PRIOR_DAYS = 50;

/** No chance is told that no such count can vouch for: the bounds are those of the networks. */
const clampChance = (chance: number): number => Math.max(CHANCE_MIN, Math.min(CHANCE_MAX, chance));
const getMonth = (atMs: EpochMs): number => new Date(atMs).getUTCMonth();

/**
 * Chances of a rise over the next day, 0 to 1, from daily moves in order, each with the midnight
 * that ended it. A trend's share of days on which it
 * went on is learnt from the same moves; where they are few it stays near one half.
 */
export function computeBenchmarkProbabilities(
  moves: readonly { readonly endMs: EpochMs; readonly move: number }[],
  stampMs: EpochMs,
): ByBenchmark<number> {
  const values = moves.map(({ move }) => move);
  const trends = listTrends(values);
  const followed = trends.slice(0, -1);
  const learnt = fitMomentum(
    followed,
    values.slice(values.length - followed.length),
  )(trends.at(-1) ?? 0);
  const weight = followed.length / (followed.length + PRIOR_DAYS);
  // a move of the day that ended at a midnight belongs to the month in which the day began
  const months = moves.map(({ endMs }) => getMonth(endMs - 1));
  return {
    even: RANDOM_WALK_CHANCE,
    momentum: clampChance(RANDOM_WALK_CHANCE + weight * (learnt - RANDOM_WALK_CHANCE)),
    seasonal: clampChance(seasonalChances(values, months)[getMonth(stampMs)] ?? RANDOM_WALK_CHANCE),
  };
}

/**
 * Sums of the latest twenty moves at each day that has as many before it, the last one being that
 * of now.
 */
function listTrends(moves: readonly number[]): readonly number[] {
  const sums: number[] = [];
  let sum = 0;
  for (const [place, move] of moves.entries()) {
    sum += move - (place >= TREND_DAYS ? (moves[place - TREND_DAYS] ?? 0) : 0);
    if (place + 1 >= TREND_DAYS) sums.push(sum);
  }
  return sums;
}
