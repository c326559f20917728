// Gives each request its turn, under our server before Remix sees it, under the stock one when its
// first loader runs.
import { setTimeout as pause } from 'node:timers/promises';
import { RequestFault } from './answer.server';
import { isLoopback, visitorKey } from './client-address.server';
import { PAGES } from '../../contracts/pages';
import { isSafeMethod } from './request.server';
import { readSession } from '../auth/session.server';
import { startUp } from '../desk/start-up.server';
import { type Turn, TurnRefused, turns } from './turns.server';

/** What monitors ask, which must answer whatever else goes on. */
const UNLIMITED = /^\/(healthz|readyz|version|metrics)(\?|$)/;
/** Where a form or a call may be an exit; the guard decides when it has read the body. */
const MAY_EXIT =
  /^\/(emergency-stop|dashboard|portfolio|position\/[^/]*|api\/(auto-trading|trading-positions|positions|close)[^?]*)?(\?|$)/;

/**
 * Signed out, calls answer 401 and screens lead to the sign-in page: nothing is rendered, so that
 * no turn is needed.
 */
function isCheap(userId: string | null, path: string): boolean {
  const [pathname = ''] = path.split('?');
  return (
    userId === null && (pathname.startsWith('/api/') || PAGES.some((page) => page === pathname))
  );
}

interface Admission {
  turn: Promise<Turn> | null;
  hold: Turn | null;
  /** Loaders under way; the turn of the stock server ends when there are none. */
  loaders: number;
  refusal: TurnRefused | null;
  /** An action has run: what is rendered answers it. */
  hasWritten: boolean;
}

const admissions = new WeakMap<object, Admission>();

function buildAdmission(context: object): Admission {
  const known = admissions.get(context);
  if (known) return known;
  const made: Admission = { turn: null, hold: null, loaders: 0, refusal: null, hasWritten: false };
  admissions.set(context, made);
  return made;
}

const getKey = (address: string | null): string | null =>
  address === null || isLoopback(address) ? null : visitorKey(address);

interface Arrival {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly cookie: string | null;
  readonly address: string | null;
  readonly signal: AbortSignal;
}

export interface Refused {
  readonly status: number;
  readonly text: string;
  readonly headers: readonly (readonly [string, string])[];
}

// The mark makes the client of Remix take the answer to a data request for a fault, and not for
// data.
const refusedAnswer = ({ status, message, retryAfterSeconds }: TurnRefused): Refused => ({
  status,
  text: message,
  headers: [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Retry-After', String(retryAfterSeconds)],
    ['X-Remix-Catch', 'yes'],
  ],
});

const jsonRefusal = ({ status, message, retryAfterSeconds }: TurnRefused): Refused => ({
  status,
  text: JSON.stringify({ error: message }),
  headers: [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Retry-After', String(retryAfterSeconds)],
  ],
});

const REFUSAL_MS = 1000;
const HELD_REFUSALS_MAX = 1000;
let heldRefusals = 0;

/**
 * A refusal that comes at once is asked for again at once, and thousands of them a second slow
 * everybody.
 */
async function holdRefusal(signal: AbortSignal): Promise<void> {
  if (heldRefusals >= HELD_REFUSALS_MAX) return;
  heldRefusals += 1;
  try {
    await pause(REFUSAL_MS, undefined, { signal });
  } finally {
    heldRefusals -= 1;
  }
}

/**
 * For server.js: waits for the turn of a request. Returns why it has none, or null; `leave` ends
 * the turn.
 */
export async function admitArrival(
  { method, path, cookie, address, signal }: Arrival,
  context: object,
): Promise<Refused | null> {
  if (UNLIMITED.test(path)) return null;
  const desk = await startUp();
  const session = readSession(desk.db, cookie, Date.now());
  const admission = buildAdmission(context);
  if (!isSafeMethod(method)) {
    if (session && MAY_EXIT.test(path)) admission.hold = turns.hold(session.userId);
    return null;
  }
  if (isCheap(session?.userId ?? null, path)) return null;
  try {
    const turn = await turns.take(
      { userId: session?.userId ?? null, addressKey: getKey(address) },
      signal,
    );
    admission.turn = Promise.resolve(turn);
    return null;
  } catch (error) {
    if (!(error instanceof TurnRefused)) throw error;
    await holdRefusal(signal);
    return path.startsWith('/api/') ? jsonRefusal(error) : refusedAnswer(error);
  }
}

/** For server.js: the document or the data is made. */
export function leaveTurn(context: object): void {
  const admission = admissions.get(context);
  admission?.hold?.end();
  admission?.turn?.then(
    (turn) => turn.end(),
    () => undefined,
  );
}

interface LoaderVisit {
  readonly userId: string | null;
  readonly path: string;
  readonly address: string | null;
  readonly signal: AbortSignal;
}

/**
 * For the guard: waits for the turn of the request that a loader serves; all loaders of a document
 * share it. Throws RequestFault 429 or 503.
 */
export async function enterLoader(
  context: object,
  { userId, path, address, signal }: LoaderVisit,
): Promise<void> {
  if (isCheap(userId, path)) return;
  const admission = buildAdmission(context);
  admission.turn ??= turns.take(
    { userId, addressKey: getKey(address), isAnswerToWrite: admission.hasWritten },
    signal,
  );
  admission.loaders += 1;
  try {
    await admission.turn;
  } catch (error) {
    if (!(error instanceof TurnRefused)) throw error;
    admission.refusal = error;
    const { status, text, headers } = refusedAnswer(error);
    throw new RequestFault(
      status,
      text,
      headers.filter(([name]) => name === 'Retry-After'),
    );
  }
}

/**
 * For the guard, after each loader: the page is rendered in the same pass of the event loop as its
 * last loader ends.
 */
export function leaveLoader(context: object): void {
  const admission = admissions.get(context);
  if (!admission || admission.loaders === 0) return;
  admission.loaders -= 1;
  if (admission.loaders > 0) return;
  setImmediate(() => {
    if (admission.loaders > 0 || !admission.turn) return;
    const { turn } = admission;
    admission.turn = null;
    turn.then(
      (one) => one.end(),
      () => undefined,
    );
  });
}

/** For the guard: an action runs, and the document that follows answers it. */
export function noteWrite(context: object): void {
  buildAdmission(context).hasWritten = true;
}

/**
 * For the guard: an action that is an exit holds pages back until it ends, any other one no longer.
 */
export function noteExit(context: object, userId: string, isExit: boolean): void {
  const admission = buildAdmission(context);
  if (isExit) admission.hold ??= turns.hold(userId);
  else endExit(context);
}

export function endExit(context: object): void {
  admissions.get(context)?.hold?.end();
}

/**
 * The answer of a document whose loaders had no turn, so that it need not be rendered; null for
 * others.
 */
export function findRefusal(context: object): Refused | null {
  const refusal = admissions.get(context)?.refusal ?? null;
  return refusal === null ? null : refusedAnswer(refusal);
}
