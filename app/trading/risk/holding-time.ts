/** How long something has been held, in bars. */
import type { EpochMs } from '../domain/units';

/**
 * Bars that have ended at or after `sinceMs`, of the first `count` ends of a rising list. Where it
 * begins later than `sinceMs`, a bar of the usual
 * length `barMs` is reckoned for every such length before it.
 */
export function barsHeld(
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
  const forgotten =
    low === 0 && count > 0 ? Math.floor(((endsMs[0] ?? sinceMs) - sinceMs) / barMs) : 0;
  return count - low + forgotten;
}
