// The time of the server, running on in the browser: what was rendered first stands until the page
// is alive.
import { useEffect, useState, useSyncExternalStore } from 'react';

/**
 * `loadedMs` when the page was made; with script the same clock a step later, each full `everyMs`.
 * A wrong clock of the browser does no harm.
 */
export function useNow(loadedMs: number, everyMs: number): number {
  const [nowMs, setNowMs] = useState(loadedMs);
  useEffect(() => {
    const aheadMs = loadedMs - Date.now();
    let timer = 0;
    const tick = (): void => {
      const now = Date.now() + aheadMs;
      setNowMs(now);
      timer = window.setTimeout(tick, everyMs - (now % everyMs));
    };
    tick();
    return () => window.clearTimeout(timer);
  }, [loadedMs, everyMs]);
  return nowMs;
}

const subscribeNever = (): (() => void) => () => undefined;

/**
 * False on the server and in the first rendering of the browser, then true: for what works with
 * script alone.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
