// Reloads the page data at an interval, while the page is visible, online and idle.
import { useFetchers, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { isOnline } from './browser-link';

const isAwake = (): boolean => document.visibilityState === 'visible' && isOnline();

/** A failed loader would replace the page by an error page, so the server is probed first. */
async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * Calls `reload` once after a delay, when the page is visible and the server responds. Returns a
 * cancel function.
 */
function refreshOnce(afterMs: number, everyMs: number, reload: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let isDue = false;
  let timer = setTimeout(() => void runIfAwake(), afterMs);
  const runIfAwake = async (): Promise<void> => {
    isDue = !isAwake();
    if (isDue) return;
    const isReachable = await isServerReachable();
    if (signal.aborted) return;
    if (isReachable) reload();
    else timer = setTimeout(() => void runIfAwake(), everyMs);
  };
  const runIfDue = (): void => {
    if (isDue) void runIfAwake();
  };
  document.addEventListener('visibilitychange', runIfDue, { signal });
  window.addEventListener('online', runIfDue, { signal });
  return () => {
    listening.abort();
    clearTimeout(timer);
  };
}

/** Reloads at an interval, and at once when `reloads` increases. */
export function useRefresh(everyMs: number, reloads: number): void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const isIdle =
    state === 'idle' &&
    navigation.state === 'idle' &&
    fetchers.every((fetcher) => fetcher.state === 'idle');
  const handledReloads = useRef(reloads);
  useEffect(() => {
    if (!isIdle) return;
    return refreshOnce(handledReloads.current === reloads ? everyMs : 0, everyMs, () => {
      handledReloads.current = reloads;
      revalidate();
    });
  }, [isIdle, everyMs, reloads, revalidate]);
}
