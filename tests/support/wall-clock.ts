// Wall clock with timers, controlled by the test.

interface WallClock {
  nowMs: number;
  setTimer(callback: () => void, ms: number): () => void;
  /** Sets the time of day; timers keep their remaining time. */
  set(nowMs: number): void;
  /** Runs the next timer up to a time; false without one: then it is that time. */
  runNext(untilMs: number): boolean;
  /** Runs all timers up to a time, in order. */
  runTo(untilMs: number): Promise<void>;
}

export function createWallClock(startMs: number): WallClock {
  const timers = new Set<{ atMs: number; readonly callback: () => void }>();
  const clock: WallClock = {
    nowMs: startMs,
    setTimer(callback, ms) {
      const timer = { atMs: clock.nowMs + ms, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    set(nowMs) {
      for (const timer of timers) timer.atMs += nowMs - clock.nowMs;
      clock.nowMs = nowMs;
    },
    runNext(untilMs) {
      const [next] = [...timers].sort((a, b) => a.atMs - b.atMs);
      const isDue = next !== undefined && next.atMs <= untilMs;
      clock.nowMs = Math.max(clock.nowMs, isDue ? next.atMs : untilMs);
      if (!isDue) return false;
      timers.delete(next);
      next.callback();
      return true;
    },
    async runTo(untilMs) {
      do await new Promise((resolve) => setImmediate(resolve));
      while (clock.runNext(untilMs));
    },
  };
  return clock;
}
