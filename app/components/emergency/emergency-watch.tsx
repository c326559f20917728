// Sends every emergency stop of the page with a deadline and shows whether it is confirmed. Without
// script the forms send themselves.
import { useRevalidator, useRouteLoaderData } from '@remix-run/react';
import { useEffect, useSyncExternalStore } from 'react';
import { timeOfDay } from '../../trading/domain/format';
import { useShowToast } from '../show-toast';
import styles from './emergency-watch.module.css';
import { StopAttempts, type StopState, type StopTrouble } from './stop-attempts';

const ADDRESS = '/emergency-stop';

// One for the page, so that it goes on while screens and error pages come and go.
const attempts = new StopAttempts({
  send: (fields, signal) =>
    fetch(ADDRESS, {
      method: 'POST',
      body: fields,
      signal,
      redirect: 'manual',
      headers: { Accept: 'application/json' },
      cache: 'no-store',
    }),
  nowMs: () => Date.now(),
  later: (work, delayMs) => {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
});

const IDLE: StopState = { kind: 'idle' };

function sendByScript(event: SubmitEvent): void {
  const form = event.target;
  const isStop = form instanceof HTMLFormElement && form.getAttribute('action') === ADDRESS;
  if (!isStop || event.defaultPrevented) return;
  event.preventDefault();
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') fields.set(name, value);
  fields.set('by', 'script');
  attempts.press(fields);
}

/** `isAlone` where the page has no place for messages: the confirmation then stands here. */
export function EmergencyWatch({ isAlone = false }: { isAlone?: boolean }) {
  const state = useSyncExternalStore(attempts.subscribe, attempts.read, () => IDLE);
  const say = useShowToast();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    document.addEventListener('submit', sendByScript);
    return () => document.removeEventListener('submit', sendByScript);
  }, []);
  useEffect(() => {
    if (state.kind !== 'confirmed' || isAlone) return;
    say({
      title: `STOPPED at ${state.at}. ${state.title}`,
      description: state.description,
      variant: 'destructive',
    });
    attempts.acknowledge();
    revalidate();
  }, [state, isAlone, say, revalidate]);
  useLeaveWarning(state.kind === 'unconfirmed');
  if (state.kind === 'unconfirmed') return <Unconfirmed {...state} />;
  return state.kind === 'confirmed' && isAlone ? <Confirmed {...state} /> : null;
}

/** The browser asks before the page is left. */
function useLeaveWarning(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isWanted]);
}

const TROUBLES: Readonly<Record<StopTrouble, string>> = {
  none: 'Waiting for the server.',
  unreached: 'Connection lost. Keep this page open.',
  slow: 'No answer within 3 seconds. Keep this page open.',
  'signed-out': 'Your session has ended. Sign in in another tab: this page then stops.',
  refused: 'The server answered, but has not stopped. Keep this page open.',
};

function Unconfirmed({
  tries,
  triedMs,
  trouble,
  detail,
}: Extract<StopState, { kind: 'unconfirmed' }>) {
  const zone =
    useRouteLoaderData<{ timeZone?: string }>('routes/_terminal')?.timeZone ??
    Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section className={styles['panel']} aria-label="Emergency stop" data-emergency="unconfirmed">
      <div role="alert">
        <strong>
          {trouble === 'none'
            ? 'EMERGENCY STOP sent: NOT CONFIRMED yet'
            : 'EMERGENCY STOP NOT CONFIRMED, trying again'}
        </strong>
        <p>{TROUBLES[trouble]}</p>
        {detail === '' ? null : <p>{detail}</p>}
      </div>
      <p role="status" className={styles['tries']}>
        Try {tries} at {timeOfDay(triedMs, zone)}
      </p>
      {trouble === 'signed-out' ? (
        <a href="/login" target="_blank" rel="noopener" className={styles['link']}>
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
