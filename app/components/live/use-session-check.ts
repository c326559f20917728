// Checks once a minute that the session still exists.
import { useEffect } from 'react';
import { SESSION_CHECK_MS } from './cadences';
import { scheduleAwake } from './timer';
import { buildHref } from '../../contracts/base-path';

const SIGNED_OUT = 401;

/** A server that does not respond is no end of the session. */
async function isSignedOut(): Promise<boolean> {
  try {
    return (await fetch(buildHref('/api/auth/check'), { cache: 'no-store' })).status === SIGNED_OUT;
  } catch {
    return false;
  }
}

/**
 * Checks at each interval until the session has ended or the returned function is called. A test
 * passes its own timer and check.
 */
export function startSessionChecks(
  onSignedOut: () => void,
  schedule = scheduleAwake,
  check = isSignedOut,
): () => void {
  let cancelTimer = (): void => undefined;
  let isStopped = false;
  const scheduleCheck = (): void => {
    cancelTimer = schedule(SESSION_CHECK_MS, () => void checkSession());
  };
  const checkSession = async (): Promise<void> => {
    const hasEnded = await check();
    if (isStopped) return;
    if (hasEnded) onSignedOut();
    else scheduleCheck();
  };
  scheduleCheck();
  return () => {
    isStopped = true;
    cancelTimer();
  };
}

export function useSessionCheck(onSignedOut: () => void): void {
  useEffect(() => startSessionChecks(onSignedOut), [onSignedOut]);
}
