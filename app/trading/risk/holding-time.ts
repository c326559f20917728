import type { EpochMs } from '../domain/units';

/**
 * Counts bar ends at or after `sinceMs` among the first `count` ascending ends. If the list starts
 * later than `sinceMs`, the missing time is counted in bars of `barMs`.
 */
export function countBarsHeld(
  endsMs: ArrayLike<EpochMs>,
  count: number,
  sinceMs: EpochMs,
  barMs: number,
): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((endsMs[middle] ?? Infinity) >= sinceMs) high = middle;
    else low = middle + 1;
  }
  const barsBefore =
    low === 0 && count > 0 ? Math.floor(((endsMs[0] ?? sinceMs) - sinceMs) / barMs) : 0;
  return count - low + barsBefore;
}
