/**
 * Settable clock: the feed's time in replay, manual time in tests. The wall clock is outside this
 * folder.
 */
import type { EpochMs } from './domain/units';
import type { Clock } from './ports';

export interface SettableClock extends Clock {
  /** Earlier times are ignored: engine time never goes back. */
  advance(toMs: EpochMs): void;
}

/** Stands at `startMs` until advanced. `monotonicMs` may be the real one, for real latencies. */
export function createSettableClock(startMs: EpochMs, monotonicMs?: () => number): SettableClock {
  let now = startMs;
  return {
    nowMs: () => now,
    monotonicMs: monotonicMs ?? (() => now),
    advance: (toMs) => {
      now = Math.max(now, toMs);
    },
  };
}
