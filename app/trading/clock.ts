/**
 * Clocks for the engine: the feed's own time in replay, a hand-set one in tests.
 * They know the time they are told; the wall clock lives outside this folder.
 */
import type { EpochMs } from './domain/units';
import type { Clock } from './ports';

export interface SetClock extends Clock {
  /** Moves the clock forward; an earlier time is ignored, so engine time never goes back. */
  advance(toMs: EpochMs): void;
}

/**
 * A clock that stands until it is told, starting at `startMs`; `monotonicMs` may be the real one,
 * for true latencies.
 */
export function setClock(startMs: EpochMs, monotonicMs?: () => number): SetClock {
  let now = startMs;
  return {
    nowMs: () => now,
    monotonicMs: monotonicMs ?? (() => now),
    advance: (toMs) => {
      now = Math.max(now, toMs);
    },
  };
}
