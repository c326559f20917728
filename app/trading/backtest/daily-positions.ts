/** Daily positions of a run, and their correlation between runs. */
import type { BacktestTrade } from './backtest-run';
import { DAY_MS, getMidnight } from '../domain/time';

/**
 * By `contract@day` (days since 1970): 1 for a full UTC day long, -1 short, less for part of a day.
 * Flat days are omitted.
 */
export type DailyPositions = ReadonlyMap<string, number>;

/** `prefix` separates markets with the same contracts. */
export function computeDailyPositions(
  trades: readonly BacktestTrade[],
  prefix = '',
): DailyPositions {
  const positions = new Map<string, number>();
  for (const { instrumentId, direction, entryMs, exitMs } of trades) {
    for (let dayMs = getMidnight(entryMs); dayMs < exitMs; dayMs += DAY_MS) {
      const fraction = (Math.min(exitMs, dayMs + DAY_MS) - Math.max(entryMs, dayMs)) / DAY_MS;
      const key = `${prefix}${instrumentId}@${dayMs / DAY_MS}`;
      positions.set(key, (positions.get(key) ?? 0) + (direction === 'LONG' ? fraction : -fraction));
    }
  }
  return positions;
}

/**
 * Pearson correlation over `count` contract days; days missing from a map count as 0. Null if
 * either run held nothing.
 */
export function computePositionCorrelation(
  a: DailyPositions,
  b: DailyPositions,
  count: number,
): number | null {
  let product = 0;
  for (const [key, side] of a) product += side * (b.get(key) ?? 0);
  const [one, other] = [computeMoments(a), computeMoments(b)];
  const spread = (one.squares - one.sum ** 2 / count) * (other.squares - other.sum ** 2 / count);
  return spread > 0 ? (product - (one.sum * other.sum) / count) / Math.sqrt(spread) : null;
}

function computeMoments(positions: DailyPositions): {
  readonly sum: number;
  readonly squares: number;
} {
  let [sum, squares] = [0, 0];
  for (const side of positions.values()) {
    sum += side;
    squares += side * side;
  }
  return { sum, squares };
}
