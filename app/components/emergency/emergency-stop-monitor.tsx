// Submits every emergency stop form with a timeout and shows whether it is confirmed. Without
// script the forms submit natively.
import { useRevalidator, useRouteLoaderData } from '@remix-run/react';
import { useEffect, useSyncExternalStore } from 'react';
import { formatTimeOfDay } from '../../trading/domain/format';
import { useShowToast } from '../show-toast';
import styles from './emergency-stop-monitor.module.css';
import { StopAttempts, type StopState, type StopFailure } from './stop-attempts';
import { buildHref } from '../../contracts/base-path';

const STOP_PATH = '/emergency-stop';

// Module state, so retries continue across screens and error pages.
const attempts = new StopAttempts({
  send: (fields, signal) =>
    fetch(buildHref(STOP_PATH), {
      method: 'POST',
      body: fields,
      signal,
      redirect: 'manual',
      headers: { Accept: 'application/json' },
      cache: 'no-store',
    }),
  nowMs: () => Date.now(),
  schedule: (work, delayMs) => {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
});

const IDLE: StopState = { kind: 'idle' };

function interceptSubmit(event: SubmitEvent): void {
  const form = event.target;
  const isStop =
    form instanceof HTMLFormElement && form.getAttribute('action') === buildHref(STOP_PATH);
  if (!isStop || event.defaultPrevented) return;
  event.preventDefault();
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') fields.set(name, value);
  fields.set('by', 'script');
  attempts.requestStop(fields);
}

/** `isAlone`: the page has no toast region, so the confirmation is shown here. */
export function EmergencyStopMonitor({ isAlone = false }: { isAlone?: boolean }) {
  const state = useSyncExternalStore(attempts.subscribe, attempts.getState, () => IDLE);
  const showToast = useShowToast();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    document.addEventListener('submit', interceptSubmit);
    return () => document.removeEventListener('submit', interceptSubmit);
  }, []);
  useEffect(() => {
    if (state.kind !== 'confirmed' || isAlone) return;
    showToast({
      title: `STOPPED at ${state.at}. ${state.title}`,
      description: state.description,
      variant: 'destructive',
    });
    attempts.clearConfirmation();
    revalidate();
  }, [state, isAlone, showToast, revalidate]);
  useLeaveWarning(state.kind === 'unconfirmed');
  if (state.kind === 'unconfirmed') return <Unconfirmed {...state} />;
  return state.kind === 'confirmed' && isAlone ? <Confirmed {...state} /> : null;
}

/** Asks for confirmation before the page is left. */
function useLeaveWarning(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return;
    const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [isEnabled]);
}

const FAILURE_TEXTS: Readonly<Record<StopFailure, string>> = {
  none: 'Waiting for the server.',
  unreached: 'Connection lost. Keep this page open.',
  slow: 'No answer within 3 seconds. Keep this page open.',
  'signed-out':
    'Your session has ended. Sign in in another tab; this page then sends the stop again.',
  refused: 'The server did not confirm the stop. Keep this page open.',
};

function Unconfirmed({
  attemptCount,
  attemptedMs,
  failure,
  detail,
}: Extract<StopState, { kind: 'unconfirmed' }>) {
  const zone =
    useRouteLoaderData<{ timeZone?: string }>('routes/_terminal')?.timeZone ??
    Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section className={styles['panel']} aria-label="Emergency stop" data-emergency="unconfirmed">
      <div role="alert">
        <strong>
          {failure === 'none'
            ? 'EMERGENCY STOP sent: NOT CONFIRMED yet'
            : 'EMERGENCY STOP NOT CONFIRMED, trying again'}
        </strong>
        <p>{FAILURE_TEXTS[failure]}</p>
        {detail === '' ? null : <p>{detail}</p>}
      </div>
      <p role="status" className={styles['attemptCount']}>
        Attempt {attemptCount} at {formatTimeOfDay(attemptedMs, zone)}
      </p>
      {failure === 'signed-out' ? (
        <a href={buildHref('/login')} target="_blank" rel="noopener" className={styles['link']}>
          Sign in in another tab
        </a>
      ) : null}
    </section>
  );
}

function Confirmed({ at, title, description }: Extract<StopState, { kind: 'confirmed' }>) {
  return (
    <section className={styles['panel']} aria-label="Emergency stop" data-emergency="confirmed">
      <div role="alert">
        <strong>
          STOPPED at {at}. {title}
        </strong>
        <p>{description}</p>
      </div>
    </section>
  );
}
