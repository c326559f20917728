// Reloads the page data at an interval, while the page is visible, online and idle.
import { useFetchers, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { scheduleAwake } from './timer';
import { buildHref } from '../../contracts/base-path';

/** Retry of a reload while the server does not respond, in ms. */
const RETRY_MS = 30_000;

/** A failed loader would replace the page by an error page, so the server is probed first. */
async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch(buildHref('/healthz'), { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * Calls `reload` once after a delay, when the page is visible and the server responds. Returns a
 * cancel function.
 */
function reloadOnce(afterMs: number, retryMs: number, reload: () => void): () => void {
  let isStopped = false;
  const runIfReachable = async (): Promise<void> => {
    const isReachable = await isServerReachable();
    if (isStopped) return;
    if (isReachable) reload();
    else cancel = scheduleAwake(retryMs, () => void runIfReachable());
  };
  let cancel = scheduleAwake(afterMs, () => void runIfReachable());
  return () => {
    isStopped = true;
    cancel();
  };
}

/** Reloads at an interval, if any, and at once when `reloads` increases. */
export function useRefresh(everyMs: number | null, reloads: number): void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const isIdle =
    state === 'idle' &&
    navigation.state === 'idle' &&
    fetchers.every((fetcher) => fetcher.state === 'idle');
  const handledReloads = useRef(reloads);
  useEffect(() => {
    const isDue = handledReloads.current !== reloads;
    if (!isIdle || (everyMs === null && !isDue)) return;
    return reloadOnce(isDue ? 0 : (everyMs ?? 0), everyMs ?? RETRY_MS, () => {
      handledReloads.current = reloads;
      revalidate();
    });
  }, [isIdle, everyMs, reloads, revalidate]);
}
