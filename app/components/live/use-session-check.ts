// Checks once a minute that the session still exists.
import { useEffect } from 'react';
import { SESSION_CHECK_MS } from './cadences';
import { scheduleAwake } from './timer';

const SIGNED_OUT = 401;

/** A server that does not respond is no end of the session. */
async function isSignedOut(): Promise<boolean> {
  try {
    return (await fetch('/api/auth/check', { cache: 'no-store' })).status === SIGNED_OUT;
  } catch {
    return false;
  }
}

export function useSessionCheck(onSignedOut: () => void): void {
  useEffect(() => {
    let cancelTimer = (): void => undefined;
    let isStopped = false;
    const checkSession = async (): Promise<void> => {
      if (await isSignedOut()) return onSignedOut();
      if (!isStopped) scheduleCheck();
    };
    const scheduleCheck = (): void => {
      cancelTimer = scheduleAwake(SESSION_CHECK_MS, () => void checkSession());
    };
    scheduleCheck();
    return () => {
      isStopped = true;
      cancelTimer();
    };
  }, [onSignedOut]);
}
