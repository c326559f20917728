// Runs the feed of the simulated market in event time: its waits end when the program says so, not
// when time has passed.
import type { SetTimer } from '../../server/feeds/pump.server';
import type { EpochMs } from '../../trading/domain/units';

interface EventClock {
  readonly nowMs: () => EpochMs;
  /** Timer of the feed: a wait of zero ends at once, any other at the next call of `runTo`. */
  readonly setTimer: SetTimer;
  /** Timer of work that the feed starts beside itself: each wait ends at once. */
  readonly setInstantTimer: SetTimer;
  /**
   * Sets the time, ends the wait of the feed, and returns when the feed waits again. Throws an
   * Error if it does not wait.
   */
  runTo(atMs: EpochMs): Promise<void>;
}

export function createEventClock(startMs: EpochMs): EventClock {
  let nowMs = startMs;
  let waiting: (() => void) | null = null;
  const setInstantTimer: SetTimer = (callback) => {
    let isCanceled = false;
    queueMicrotask(() => {
      if (!isCanceled) callback();
    });
    return () => {
      isCanceled = true;
    };
  };
  return {
    nowMs: () => nowMs,
    setInstantTimer,
    setTimer(callback, ms) {
      if (ms === 0) return setInstantTimer(callback, ms);
      waiting = callback;
      return () => {
        if (waiting === callback) waiting = null;
      };
    },
    async runTo(atMs) {
      nowMs = atMs;
      const endWait = waiting;
      waiting = null;
      endWait?.();
      // All waits that end at once are microtasks, which run before the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      if (waiting === null) throw new Error(`the feed does not wait after ${atMs}`);
    },
  };
}
