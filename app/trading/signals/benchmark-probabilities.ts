/** Benchmark forecasts of direction: 50%, 20-day momentum, and seasonality. */
import type { ByBenchmark } from '../domain/signal-facts';
import type { EpochMs } from '../domain/units';
import type { PastMove } from '../networks/features/daily-marks';
import { fitMomentum } from '../networks/baselines/momentum';
import { RANDOM_WALK_PROBABILITY } from '../networks/baselines/no-skill';
import { PROBABILITY_MAX, PROBABILITY_MIN } from '../networks/core/calibration';
import { computeSeasonalProbabilities } from '../networks/baselines/seasonal';

/** Momentum window in days; the longer of the two that networks are evaluated against. */
export const TREND_DAYS = 20;
/** Past days that the benchmarks are fitted on: as many as a server has at its start. */
export const BENCHMARK_DAYS = 400;
/** Pseudo-days that shrink the momentum continuation rate toward 0.5. */
const PRIOR_DAYS = 50;

/** Clamped to the same bounds as the networks' probabilities. */
const clampProbability = (probability: number): number =>
  Math.max(PROBABILITY_MIN, Math.min(PROBABILITY_MAX, probability));
const getMonth = (atMs: EpochMs): number => new Date(atMs).getUTCMonth();

/**
 * Probabilities of a rise over the next day, 0 to 1. `moves` are daily moves in order, each with
 * the midnight that ended it. The momentum continuation rate is estimated from the same moves and
 * stays near 0.5 while they are few.
 */
export function computeBenchmarkProbabilities(
  moves: readonly PastMove[],
  stampMs: EpochMs,
): ByBenchmark<number> {
  const values = moves.map(({ move }) => move);
  const trends = computeTrends(values);
  const pastTrends = trends.slice(0, -1);
  const momentum = fitMomentum(
    pastTrends,
    values.slice(values.length - pastTrends.length),
  )(trends.at(-1) ?? 0);
  const weight = pastTrends.length / (pastTrends.length + PRIOR_DAYS);
  // A move that ended at midnight belongs to the month of the day before.
  const months = moves.map(({ endMs }) => getMonth(endMs - 1));
  return {
    even: RANDOM_WALK_PROBABILITY,
    momentum: clampProbability(
      RANDOM_WALK_PROBABILITY + weight * (momentum - RANDOM_WALK_PROBABILITY),
    ),
    seasonal: clampProbability(
      computeSeasonalProbabilities(values, months)[getMonth(stampMs)] ?? RANDOM_WALK_PROBABILITY,
    ),
  };
}

/** Rolling 20-day sums of moves; the last is the current one. */
function computeTrends(moves: readonly number[]): readonly number[] {
  const sums: number[] = [];
  let sum = 0;
  for (const [index, move] of moves.entries()) {
    sum += move - (index >= TREND_DAYS ? (moves[index - TREND_DAYS] ?? 0) : 0);
    if (index + 1 >= TREND_DAYS) sums.push(sum);
  }
  return sums;
}
