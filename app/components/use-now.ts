// Server time that continues in the browser. The first render uses the loaded time.
import { useEffect, useState, useSyncExternalStore } from 'react';

/**
 * Returns `loadedMs` at first, then server time at each full `everyMs`. Independent of an incorrect
 * browser clock.
 */
export function useNow(loadedMs: number, everyMs: number): number {
  const [nowMs, setNowMs] = useState(loadedMs);
  useEffect(() => {
    const offsetMs = loadedMs - Date.now();
    let timer = 0;
    const updateNow = (): void => {
      const now = Date.now() + offsetMs;
      setNowMs(now);
      timer = window.setTimeout(updateNow, everyMs - (now % everyMs));
    };
    updateNow();
    return () => window.clearTimeout(timer);
  }, [loadedMs, everyMs]);
  return nowMs;
}

const subscribeToNothing = (): (() => void) => () => undefined;

/**
 * False on the server and in the first browser render, then true. For controls that need script.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
