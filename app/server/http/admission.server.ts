// Assigns each request its turn: in server.js before Remix, under remix-serve in the first loader.
import { setTimeout as pause } from 'node:timers/promises';
import { HttpError } from './responses.server';
import { isLoopback, getVisitorKey } from './ip-address.server';
import { PAGES } from '../../contracts/pages';
import { isSafeMethod } from './request.server';
import { readSession } from '../auth/session.server';
import { startUp } from '../desk/start-up.server';
import { type Turn, TurnRefusedError, turns } from './turns.server';

/** Monitoring probes: never limited. */
const PROBE_PATHS = /^\/(healthz|readyz|version|metrics)(\?|$)/;
/** Requests that may be exits; the guard decides after reading the body. */
const EXIT_PATHS =
  /^\/(emergency-stop|dashboard|portfolio|position\/[^/]*|api\/(auto-trading|trading-positions|positions|close)[^?]*)?(\?|$)/;

/**
 * Signed out, API calls return 401 and pages redirect: nothing is rendered, so no turn is needed.
 */
function needsNoTurn(userId: string | null, path: string): boolean {
  const [pathname = ''] = path.split('?');
  return (
    userId === null && (pathname.startsWith('/api/') || PAGES.some((page) => page === pathname))
  );
}

interface Admission {
  turn: Promise<Turn> | null;
  hold: Turn | null;
  /** Running loaders; under remix-serve the turn ends when there are none. */
  loaders: number;
  refusal: TurnRefusedError | null;
  /** An action has run: the rendered page is its response. */
  hasWritten: boolean;
}

const admissions = new WeakMap<object, Admission>();

function getOrCreateAdmission(context: object): Admission {
  const existing = admissions.get(context);
  if (existing) return existing;
  const created: Admission = {
    turn: null,
    hold: null,
    loaders: 0,
    refusal: null,
    hasWritten: false,
  };
  admissions.set(context, created);
  return created;
}

const getAddressKey = (address: string | null): string | null =>
  address === null || isLoopback(address) ? null : getVisitorKey(address);

interface ArrivingRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly cookie: string | null;
  readonly address: string | null;
  readonly signal: AbortSignal;
}

export interface RefusalResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: readonly (readonly [string, string])[];
}

// The header makes the Remix client treat the response as an error, not as loader data.
const toTextRefusal = ({
  status,
  message,
  retryAfterSeconds,
}: TurnRefusedError): RefusalResponse => ({
  status,
  text: message,
  headers: [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Retry-After', String(retryAfterSeconds)],
    ['X-Remix-Catch', 'yes'],
  ],
});

const toJsonRefusal = ({
  status,
  message,
  retryAfterSeconds,
}: TurnRefusedError): RefusalResponse => ({
  status,
  text: JSON.stringify({ error: message }),
  headers: [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Retry-After', String(retryAfterSeconds)],
  ],
});

const REFUSAL_MS = 1000;
const DELAYED_REFUSALS_MAX = 1000;
let delayedRefusals = 0;

/**
 * Delays a refusal: immediate ones are retried at once, and thousands per second slow the server.
 */
async function delayRefusal(signal: AbortSignal): Promise<void> {
  if (delayedRefusals >= DELAYED_REFUSALS_MAX) return;
  delayedRefusals += 1;
  try {
    await pause(REFUSAL_MS, undefined, { signal });
  } finally {
    delayedRefusals -= 1;
  }
}

/**
 * For server.js: waits for the request's turn. Returns the refusal, or null; `endTurn` ends the
 * turn.
 */
export async function admitRequest(
  { method, path, cookie, address, signal }: ArrivingRequest,
  context: object,
): Promise<RefusalResponse | null> {
  if (PROBE_PATHS.test(path)) return null;
  const desk = await startUp();
  const session = readSession(desk.db, cookie, Date.now());
  const admission = getOrCreateAdmission(context);
  if (!isSafeMethod(method)) {
    if (session && EXIT_PATHS.test(path)) admission.hold = turns.holdPages(session.userId);
    return null;
  }
  if (needsNoTurn(session?.userId ?? null, path)) return null;
  try {
    const turn = await turns.acquire(
      { userId: session?.userId ?? null, addressKey: getAddressKey(address) },
      signal,
    );
    admission.turn = Promise.resolve(turn);
    return null;
  } catch (error) {
    if (!(error instanceof TurnRefusedError)) throw error;
    await delayRefusal(signal);
    return path.startsWith('/api/') ? toJsonRefusal(error) : toTextRefusal(error);
  }
}

/** For server.js: the response has been rendered. */
export function endTurn(context: object): void {
  const admission = admissions.get(context);
  admission?.hold?.end();
  admission?.turn?.then(
    (turn) => turn.end(),
    () => undefined,
  );
}

interface LoaderRequest {
  readonly userId: string | null;
  readonly path: string;
  readonly address: string | null;
  readonly signal: AbortSignal;
}

/**
 * For the guard: waits for the turn of a loader's request, shared by all loaders of a document.
 * Throws HttpError 429 or 503.
 */
export async function waitForLoaderTurn(
  context: object,
  { userId, path, address, signal }: LoaderRequest,
): Promise<void> {
  if (needsNoTurn(userId, path)) return;
  const admission = getOrCreateAdmission(context);
  admission.turn ??= turns.acquire(
    { userId, addressKey: getAddressKey(address), isAnswerToWrite: admission.hasWritten },
    signal,
  );
  admission.loaders += 1;
  try {
    await admission.turn;
  } catch (error) {
    if (!(error instanceof TurnRefusedError)) throw error;
    admission.refusal = error;
    const { status, text, headers } = toTextRefusal(error);
    throw new HttpError(
      status,
      text,
      headers.filter(([name]) => name === 'Retry-After'),
    );
  }
}

/**
 * For the guard, after each loader: the page is rendered in the same event loop pass as its last
 * loader.
 */
export function finishLoader(context: object): void {
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

/** For the guard: an action ran, and the next document is its response. */
export function markWrite(context: object): void {
  getOrCreateAdmission(context).hasWritten = true;
}

/** For the guard: an exit blocks pages until it ends; any other action releases the hold. */
export function markExit(context: object, userId: string, isExit: boolean): void {
  const admission = getOrCreateAdmission(context);
  if (isExit) admission.hold ??= turns.holdPages(userId);
  else endExitHold(context);
}

export function endExitHold(context: object): void {
  admissions.get(context)?.hold?.end();
}

/** Refusal of a document whose loaders got no turn, so that it is not rendered; else null. */
export function findTurnRefusal(context: object): RefusalResponse | null {
  const refusal = admissions.get(context)?.refusal ?? null;
  return refusal === null ? null : toTextRefusal(refusal);
}
