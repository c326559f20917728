// Timer of periodic requests: waits while the page is hidden or offline, then runs at once.
import { isOnline } from './is-online';

const isAwake = (): boolean => document.visibilityState === 'visible' && isOnline();

/**
 * Calls `run` once after a delay, or as soon as the page is visible and online after that. Returns
 * a cancel function.
 */
export function scheduleAwake(afterMs: number, run: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let isDue = false;
  const cancelTimer = (): void => {
    listening.abort();
    clearTimeout(timer);
  };
  const runIfAwake = (): void => {
    isDue = !isAwake();
    if (isDue) return;
    cancelTimer();
    run();
  };
  const runIfDue = (): void => {
    if (isDue) runIfAwake();
  };
  const timer = setTimeout(runIfAwake, afterMs);
  document.addEventListener('visibilitychange', runIfDue, { signal });
  window.addEventListener('online', runIfDue, { signal });
  return cancelTimer;
}
