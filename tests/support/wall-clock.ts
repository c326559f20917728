// A wall clock that a test moves, with the timers that are set on it.

interface WallClock {
  nowMs: number;
  later(callback: () => void, ms: number): () => void;
  /** Sets the clock to another time of day; timers ring after as long as they would have. */
  set(nowMs: number): void;
  /** Lets every timer up to a moment ring in its turn. */
  runTo(untilMs: number): Promise<void>;
}

export function wallClock(startMs: number): WallClock {
  const timers = new Set<{ atMs: number; readonly callback: () => void }>();
  const clock: WallClock = {
    nowMs: startMs,
    later(callback, ms) {
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
