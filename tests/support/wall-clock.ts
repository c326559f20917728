// Wall clock with timers, controlled by the test.

interface WallClock {
  nowMs: number;
  setTimer(callback: () => void, ms: number): () => void;
  /** Sets the time of day; timers keep their remaining time. */
  set(nowMs: number): void;
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
    async runTo(untilMs) {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const [next] = [...timers].sort((a, b) => a.atMs - b.atMs);
        if (!next || next.atMs > untilMs) break;
        timers.delete(next);
        clock.nowMs = Math.max(clock.nowMs, next.atMs);
        next.callback();
      }
      clock.nowMs = Math.max(clock.nowMs, untilMs);
    },
  };
  return clock;
}
