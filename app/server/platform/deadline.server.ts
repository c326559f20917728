// Detects that a worker thread no longer makes progress.

export interface Deadline {
  /** After a sign of progress. */
  extend(): void;
  end(): void;
}

/** Messages that arrived while this process was held up are read before the deadline counts. */
const GRACE_MS = 1000;

/** Calls `onMissed` once `ms` have passed without a sign of progress. */
export function startDeadline(ms: number, onMissed: () => void): Deadline {
  let timer: NodeJS.Timeout | undefined;
  const setTimer = (callback: () => void, waitMs: number): void => {
    timer = setTimeout(callback, waitMs).unref();
  };
  const restartTimer = (): void => {
    clearTimeout(timer);
    setTimer(() => setTimer(onMissed, Math.min(GRACE_MS, ms)), ms);
  };
  restartTimer();
  return { extend: restartTimer, end: () => clearTimeout(timer) };
}
