// Asks the loaders again by itself: only while the page is seen, the network is there, and nothing
// else is under way.
import { useFetchers, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { isOnline } from './browser-link';

const isAwake = (): boolean => document.visibilityState === 'visible' && isOnline();

/**
 * A loader that cannot be reached would replace the page by an error: so the server is asked for a
 * sign of life first.
 */
async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Calls `ask` once, after a while and at a moment that suits; answers how to prevent it. */
function refreshOnce(afterMs: number, everyMs: number, ask: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let isDue = false;
  let timer = setTimeout(() => void fire(), afterMs);
  const fire = async (): Promise<void> => {
    isDue = !isAwake();
    if (isDue) return;
    const isThere = await isServerThere();
    if (signal.aborted) return;
    if (isThere) ask();
    else timer = setTimeout(() => void fire(), everyMs);
  };
  const wake = (): void => {
    if (isDue) void fire();
  };
  document.addEventListener('visibilitychange', wake, { signal });
  window.addEventListener('online', wake, { signal });
  return () => {
    listening.abort();
    clearTimeout(timer);
  };
}

/** Asks every so often, and at once when `reloads` has grown. */
export function useRefresh(everyMs: number, reloads: number): void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const isIdle =
    state === 'idle' &&
    navigation.state === 'idle' &&
    fetchers.every((fetcher) => fetcher.state === 'idle');
  const answered = useRef(reloads);
  useEffect(() => {
    if (!isIdle) return;
    return refreshOnce(answered.current === reloads ? everyMs : 0, everyMs, () => {
      answered.current = reloads;
      revalidate();
    });
  }, [isIdle, everyMs, reloads, revalidate]);
}
