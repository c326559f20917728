/** What a run held day by day, and how alike two runs held. */
import type { BacktestTrade } from './tape';
import { DAY_MS, getMidnight } from '../domain/time';

/**
 * By `contract@day`, days since 1970: 1 where it was held long for a whole UTC day, -1 short, less
 * for a part of it. Days without are left out.
 */
export type DailyPositions = ReadonlyMap<string, number>;

/** The positions of trades; `prefix` keeps markets with the same contracts apart. */
export function dailyPositions(trades: readonly BacktestTrade[], prefix = ''): DailyPositions {
  const held = new Map<string, number>();
  for (const { instrumentId, direction, entryMs, exitMs } of trades) {
    for (let dayMs = getMidnight(entryMs); dayMs < exitMs; dayMs += DAY_MS) {
      const share = (Math.min(exitMs, dayMs + DAY_MS) - Math.max(entryMs, dayMs)) / DAY_MS;
      const key = `${prefix}${instrumentId}@${dayMs / DAY_MS}`;
      held.set(key, (held.get(key) ?? 0) + (direction === 'LONG' ? share : -share));
    }
  }
  return held;
}

/**
 * Pearson correlation over `places` places (a contract on a day), of which those that a map leaves
 * out are 0; null where one of both never held anything.
 */
export function positionCorrelation(
  a: DailyPositions,
  b: DailyPositions,
  places: number,
): number | null {
  let product = 0;
  for (const [key, side] of a) product += side * (b.get(key) ?? 0);
  const [one, other] = [buildMoments(a), buildMoments(b)];
  const spread = (one.squares - one.sum ** 2 / places) * (other.squares - other.sum ** 2 / places);
  return spread > 0 ? (product - (one.sum * other.sum) / places) / Math.sqrt(spread) : null;
}

function buildMoments(held: DailyPositions): { readonly sum: number; readonly squares: number } {
  let [sum, squares] = [0, 0];
  for (const side of held.values()) {
    sum += side;
    squares += side * side;
  }
  return { sum, squares };
}
