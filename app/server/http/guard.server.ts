// The one way into every loader and action: method, origin, body, session, write rate and headers,
// in this order.
// It holds whichever server runs the build, for the stock one puts nothing in front of it.
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { randomUUID } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { endExit, enterLoader, leaveLoader, noteExit, noteWrite } from './admission.server';
import { RequestFault, jsonAnswer, textAnswer } from './answer.server';
import { hardenHeaders } from './headers.server';
import { getLog } from '../platform/log.server';
import { type Session, touchSession } from '../../models/account/session.server';
import { pageOrHome } from '../../contracts/pages';
import { startRequestLog } from './request-log.server';
import { getTimeZone } from './preferences.server';
import {
  type Body,
  NO_BODY,
  hasOrigin,
  idempotencyKey,
  isSafeMethod,
  originFault,
  readBody,
} from './request.server';
import { isFormToken, readSession, sessionLimits } from '../auth/session.server';
import { type StartedDesk, startUp } from '../desk/start-up.server';
import { toastCookie } from './toast.server';

/**
 * `page` wants a session and sends others to sign in; `open` and `api` leave that to the handler,
 * `api` speaks JSON.
 */
type Access = 'page' | 'open' | 'api';

export interface Call<S extends Session | null> {
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly desk: StartedDesk;
  readonly session: S;
  readonly body: Body;
  readonly idempotencyKey: string | null;
  /** The other end of the connection, where the server tells it. */
  readonly address: string | null;
  readonly requestId: string;
  readonly nowMs: number;
  /**
   * In which whoever asks reads the times of screens; what the market does goes by the market's
   * own.
   */
  readonly timeZone: string;
}

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handler<S extends Session | null, T> = (call: Call<S>) => T | Promise<T>;

export function guardHandler<T>(
  access: 'page',
  handler: Handler<Session, T>,
): (args: Args) => Promise<T>;
export function guardHandler<T>(
  access: 'open' | 'api',
  handler: Handler<Session | null, T>,
): (args: Args) => Promise<T>;
export function guardHandler<T>(
  access: Access,
  handler: Handler<Session, T> | Handler<Session | null, T>,
): (args: Args) => Promise<T> {
  return async (args) => {
    const requestId = randomUUID();
    const told = startRequestLog(access, args.request, requestId);
    try {
      const call = await admitCall(access, args, requestId);
      told.by(call.session);
      const answer = hardenResponse(await (handler as Handler<Session | null, T>)(call), requestId);
      told.end(answer instanceof Response ? answer.status : 200);
      return answer;
    } catch (error) {
      const answer = hardenResponse(toAnswer(error, access, requestId), requestId);
      told.end(answer instanceof Response ? answer.status : 500);
      throw answer;
    } finally {
      if (isSafeMethod(args.request.method)) leaveLoader(args.context);
      else endExit(args.context);
    }
  };
}

/**
 * For /healthz and its like: no session, no desk, the same headers; they answer while the desk is
 * still opening.
 */
export function probeHandler(
  handler: (call: Pick<Call<null>, 'request' | 'address'>) => Response | Promise<Response>,
): (args: Args) => Promise<Response> {
  return async ({ request, context }) => {
    const requestId = randomUUID();
    try {
      return hardenResponse(await handler({ request, address: addressIn(context) }), requestId);
    } catch (error) {
      getLog().error({ requestId, err: error }, 'a probe failed');
      return hardenResponse(
        jsonAnswer({ status: 'not ready', reasons: ['opening'] }, 503),
        requestId,
      );
    }
  };
}

/** The action of a probe: without one Remix answers by itself, without our headers. */
export const readOnly = probeHandler(() =>
  textAnswer('This address accepts GET only.', 405, [['Allow', 'GET, HEAD']]),
);

function hardenResponse<T>(answer: T, requestId: string): T {
  if (!(answer instanceof Response)) return answer;
  hardenHeaders(answer.headers);
  answer.headers.set('X-Request-Id', requestId);
  return answer;
}

/**
 * A fault as the route's kind of answer; an unexpected error stays one for pages, whose boundary
 * shows it without details.
 */
function toAnswer(error: unknown, access: Access, requestId: string): unknown {
  if (error instanceof Response) return error;
  if (error instanceof RequestFault) {
    return access === 'api'
      ? jsonAnswer({ error: error.message }, error.status, error.headers)
      : textAnswer(error.message, error.status, error.headers);
  }
  if (access !== 'api') return error;
  getLog().error({ requestId, err: error }, 'a call failed');
  return jsonAnswer({ error: 'The server failed to answer.', requestId }, 500);
}

function requireWritable({ method, headers }: Request): void {
  if (method !== 'POST')
    throw new RequestFault(405, `The server does not support ${method}.`, [
      ['Allow', 'GET, HEAD, POST'],
    ]);
  const fault = originFault(headers);
  if (fault) throw new RequestFault(403, fault);
}

async function admitCall(
  access: Access,
  { request, params, context }: Args,
  requestId: string,
): Promise<Call<Session | null>> {
  const isWrite = !isSafeMethod(request.method);
  if (isWrite) requireWritable(request);
  const desk = await startUp();
  const body = isWrite ? await readBody(request) : NO_BODY;
  const url = new URL(request.url);
  const nowMs = Date.now();
  const session = findSession(desk, request, context, nowMs);
  const address = addressIn(context);
  if (isWrite) noteWrite(context);
  else
    await enterLoader(context, {
      userId: session?.userId ?? null,
      path: url.pathname,
      address,
      signal: request.signal,
    });
  if (session === null && access === 'page') throw toSignIn(url, isWrite);
  if (body.isForm && access === 'api')
    throw new RequestFault(415, 'A call takes application/json.');
  if (body.isForm) requireFormToken(request.headers, session, url, body.form);
  if (session && isWrite) await requireWriteRate(session, context, isExit(url, body.form));
  if (session && isUserAction(request, access, url)) noteAction(desk, session, nowMs);
  return {
    request,
    url,
    params,
    desk,
    session,
    body,
    idempotencyKey: idempotencyKey(request.headers, body.form, url.pathname),
    address,
    requestId,
    nowMs,
    timeZone: getTimeZone(request.headers.get('Cookie')),
  };
}

const sessions = new WeakMap<object, Session | null>();

/**
 * All loaders of one document share its context, and with it the session, which is asked for once.
 */
function findSession(
  desk: StartedDesk,
  request: Request,
  context: Args['context'],
  nowMs: number,
): Session | null {
  const known = sessions.get(context);
  if (known !== undefined) return known;
  const session = readSession(desk.db, request.headers.get('Cookie'), nowMs);
  sessions.set(context, session);
  return session;
}

const addressIn = (context: Args['context']): string | null => {
  const address: unknown = context['address'];
  return typeof address === 'string' ? address : null;
};

/** Who pressed a button after the session had ended must not think that it worked. */
function toSignIn(url: URL, isWrite: boolean): Response {
  const page = pageOrHome(url.pathname);
  const headers = new Headers({
    Location: page === '/' ? '/login' : `/login?redirectTo=${encodeURIComponent(page)}`,
  });
  if (isWrite)
    headers.append(
      'Set-Cookie',
      toastCookie({
        title: 'Nothing was done',
        description: 'You were signed out. Sign in and try again.',
        variant: 'destructive',
      }),
    );
  return new Response(null, { status: 302, headers });
}

const EMERGENCY_STOP = '/emergency-stop';

/**
 * A token must be right where it is given, and must be given where no browser vouches for the
 * origin.
 * The emergency stop takes either: a page of a session before this one may still stop.
 */
function requireFormToken(
  headers: Headers,
  session: Session | null,
  url: URL,
  form: URLSearchParams,
): void {
  const token = form.get('csrf');
  if (!session) return; // there is nothing yet that another site could misuse
  const isVouchedFor = hasOrigin(headers) && (token === null || url.pathname === EMERGENCY_STOP);
  const isProved = isVouchedFor || (token !== null && isFormToken(session, token));
  if (!isProved)
    throw new RequestFault(
      403,
      'This form is out of date. Go back, reload the page and try again.',
    );
}

/** Writes of a user in so many seconds. */
export const WRITE_LIMIT = { points: 200, duration: 10 } as const;
const writes = new RateLimiterMemory(WRITE_LIMIT);
/** What only takes risk away is never slowed down. */
const isExit = (url: URL, form: URLSearchParams): boolean =>
  /\/(stop|close|close-all|close-positions|emergency-stop|logout)$/.test(url.pathname) ||
  /^(stop|close|emergency)/.test(form.get('intent') ?? '');

async function requireWriteRate(
  session: Session,
  context: Args['context'],
  isOut: boolean,
): Promise<void> {
  noteExit(context, session.userId, isOut);
  if (isOut) return;
  try {
    await writes.consume(session.userId);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new RequestFault(429, 'Too many changes at once. Try again in a few seconds.', [
      ['Retry-After', String(Math.ceil(error.msBeforeNext / 1000))],
    ]);
  }
}

/**
 * Writing and going to a page keep a session alive; calls that poll and pages that refresh
 * themselves do not.
 */
function isUserAction(request: Request, access: Access, url: URL): boolean {
  if (!isSafeMethod(request.method)) return true;
  if (access === 'api') return false;
  // A page that asks for itself refreshes itself, unless the browser says that somebody pressed
  // something.
  // Whether it asks for data or for the document cannot be told here: Remix takes the mark off the
  // address.
  const from = request.headers.get('Referer');
  const isRefresh =
    from !== null && URL.canParse(from) && getAddress(new URL(from)) === getAddress(url);
  return !isRefresh || request.headers.get('Sec-Fetch-User') === '?1';
}

const getAddress = ({ pathname, search }: URL): string => `${pathname}${search}`;

const TOUCH_EVERY_MS = 60_000;

function noteAction(desk: StartedDesk, session: Session, nowMs: number): void {
  if (nowMs - session.activeMs < Math.min(TOUCH_EVERY_MS, sessionLimits().idleMs / 10)) return;
  try {
    touchSession(desk.db, session.idHash, nowMs);
  } catch (error) {
    getLog().warn({ err: error }, 'the last action of a session could not be stored');
  }
}
