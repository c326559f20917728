// Guard of every loader and action: method, origin, body, session, write rate, role and headers, in this
// order. It also runs under remix-serve, which checks nothing itself.
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import {
  endExitHold,
  waitForLoaderTurn,
  finishLoader,
  markExit,
  markWrite,
} from './admission.server';
import { HttpError, createJsonResponse, createTextResponse } from './responses.server';
import { passToDocument } from './document-data.server';
import { setSecurityHeaders } from './headers.server';
import { getEnv } from '../platform/env.server';
import { getLog } from '../platform/log.server';
import { createRequestId, getRequest, runInRequest } from '../platform/request-scope.server';
import { type Session, touchSession } from '../../models/account/session.server';
import { findAppPath } from '../../contracts/base-path';
import { toKnownPage } from '../../contracts/pages';
import { assertRole } from './role-rules.server';
import { startRequestLog } from './request-log.server';
import { getTimeZone } from './preferences.server';
import { getIdempotencyKey } from './idempotency-key.server';
import { type Body, NO_BODY, readBody } from './request-body.server';
import { hasOrigin, isSafeMethod, findOriginFault, toAppUrl } from './request.server';
import { isValidFormToken, readSession, getSessionLimits } from '../auth/session.server';
import { type StartedDesk, startUp } from '../desk/start-up.server';
import { buildToastCookie } from './toast.server';

/**
 * `page` requires a session and redirects to sign-in; `open` and `api` leave that to the handler;
 * `api` responds with JSON.
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
  /** Client address, if the server provides it. */
  readonly address: string | null;
  readonly requestId: string;
  readonly nowMs: number;
  /** Time zone of the user's screens. Market times use the time zone of the market. */
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
  return inRequest(async (args, requestId) => {
    const requestLog = startRequestLog(access, args.request);
    try {
      const call = await admitCall(access, args, requestId);
      requestLog.setUser(call.session);
      const response = hardenResponse(
        await (handler as Handler<Session | null, T>)(call),
        requestId,
      );
      requestLog.logEnd(response instanceof Response ? response.status : 200);
      return isSafeMethod(args.request.method) ? passToDocument(response, args.context) : response;
    } catch (error) {
      const response = hardenResponse(
        toErrorResponse(error, access, args.request, requestId),
        requestId,
      );
      requestLog.logEnd(response.status);
      throw response;
    } finally {
      if (isSafeMethod(args.request.method)) finishLoader(args.context);
      else endExitHold(args.context);
    }
  });
}

/** server.js has opened the request. The stock server opens none, so each handler opens its own. */
const inRequest =
  <T>(handle: (args: Args, requestId: string) => Promise<T>) =>
  (args: Args): Promise<T> => {
    const requestId = getRequest()?.requestId;
    if (requestId !== undefined) return handle(args, requestId);
    const created = createRequestId();
    return runInRequest({ requestId: created }, () => handle(args, created));
  };

/**
 * For probes such as /healthz: no session, no desk, same headers. They respond while the desk is
 * starting.
 */
export function guardProbe(
  handler: (call: Pick<Call<null>, 'request' | 'address'>) => Response | Promise<Response>,
): (args: Args) => Promise<Response> {
  return inRequest(async ({ request, context }, requestId) => {
    try {
      return hardenResponse(
        await handler({ request, address: getContextAddress(context) }),
        requestId,
      );
    } catch (error) {
      getLog().error({ err: error }, 'a probe failed');
      return hardenResponse(
        createJsonResponse({ status: 'not ready', reasons: ['opening'] }, 503),
        requestId,
      );
    }
  });
}

/** Action of a probe: without one Remix responds itself, without our headers. */
export const rejectWrites = guardProbe(() =>
  createTextResponse('Only GET is allowed.', 405, [['Allow', 'GET, HEAD']]),
);

function hardenResponse<T>(response: T, requestId: string): T {
  if (!(response instanceof Response)) return response;
  setSecurityHeaders(response.headers);
  response.headers.set('X-Request-Id', requestId);
  return response;
}

/** Status of a request whose client left before the answer, as in the logs of proxies. */
const CLIENT_LEFT = 499;

/** Converts an error to the route's kind of response. An unexpected error is only named by its log line. */
function toErrorResponse(
  error: unknown,
  access: Access,
  { signal }: Request,
  requestId: string,
): Response {
  if (error instanceof Response) return error;
  if (error instanceof HttpError) {
    return access === 'api'
      ? createJsonResponse({ error: error.message }, error.status, error.headers)
      : createTextResponse(error.message, error.status, error.headers);
  }
  // The client has left, so its request was ended. This is no fault, and the answer has no reader.
  if (signal.aborted) return createTextResponse('The client disconnected.', CLIENT_LEFT);
  getLog().error({ err: error }, 'a request failed');
  return access === 'api'
    ? createJsonResponse({ error: 'The server failed to answer.' }, 500)
    : createTextResponse(
        `The error was logged as ${requestId}; name this number when you report it. No further action was taken.`,
        500,
      );
}

function assertWriteAllowed({ method, headers }: Request): void {
  if (method !== 'POST')
    throw new HttpError(405, `The server does not support ${method}.`, [
      ['Allow', 'GET, HEAD, POST'],
    ]);
  const fault = findOriginFault(headers);
  if (fault) throw new HttpError(403, fault);
}

/** server.js answers such requests itself. The stock server passes them on, as it serves no path. */
function assertBelowPath(address: string): void {
  if (findAppPath(new URL(address).pathname) === null)
    throw new HttpError(
      404,
      `PUBLIC_ORIGIN is ${getEnv().PUBLIC_ORIGIN}. This server serves no path: use npm start, or remove the path.`,
    );
}

async function admitCall(
  access: Access,
  { request, params, context }: Args,
  requestId: string,
): Promise<Call<Session | null>> {
  const isWrite = !isSafeMethod(request.method);
  if (isWrite) assertWriteAllowed(request);
  const desk = await startUp();
  const body = isWrite ? await readBody(request) : NO_BODY;
  const url = toAppUrl(request.url);
  assertBelowPath(request.url);
  const nowMs = Date.now();
  const session = findSession(desk, request, context, nowMs);
  const address = getContextAddress(context);
  if (isWrite) markWrite(context);
  else
    await waitForLoaderTurn(context, {
      userId: session?.userId ?? null,
      path: url.pathname,
      address,
      signal: request.signal,
    });
  if (session === null && access === 'page') throw createSignInRedirect(url, isWrite);
  if (body.isForm && access === 'api') throw new HttpError(415, 'A call takes application/json.');
  if (body.isForm) assertFormToken(request.headers, session, url, body.form);
  if (session) {
    await assertUserAllowed(session, { context, url, isWrite, form: body.form });
    if (isUserAction(request, access, url)) recordActivity(desk, session, nowMs);
  }
  return {
    request,
    url,
    params,
    desk,
    session,
    body,
    idempotencyKey: getIdempotencyKey(request.headers, body.form, url.pathname),
    address,
    requestId,
    nowMs,
    timeZone: getTimeZone(request.headers.get('Cookie')),
  };
}

const sessions = new WeakMap<object, Session | null>();

/** Loaders of one document share its context, so the session is read once. */
function findSession(
  desk: StartedDesk,
  request: Request,
  context: Args['context'],
  nowMs: number,
): Session | null {
  const cached = sessions.get(context);
  if (cached !== undefined) return cached;
  const session = readSession(desk.db, request.headers.get('Cookie'), nowMs);
  sessions.set(context, session);
  return session;
}

const getContextAddress = (context: Args['context']): string | null => {
  const address: unknown = context['address'];
  return typeof address === 'string' ? address : null;
};

/** A button pressed after the session ended must not seem to have worked. */
function createSignInRedirect(url: URL, isWrite: boolean): Response {
  const page = toKnownPage(url.pathname);
  const headers = new Headers({
    Location: page === '/' ? '/login' : `/login?redirectTo=${encodeURIComponent(page)}`,
  });
  if (isWrite)
    headers.append(
      'Set-Cookie',
      buildToastCookie({
        title: 'Nothing was done',
        description: 'You were signed out. Sign in and try again.',
        variant: 'destructive',
      }),
    );
  return new Response(null, { status: 302, headers });
}

const EMERGENCY_STOP = '/emergency-stop';

/**
 * A given token must be valid; without a browser-verified origin it is required. The emergency stop
 * accepts either: a page of an earlier session may still stop.
 */
function assertFormToken(
  headers: Headers,
  session: Session | null,
  url: URL,
  form: URLSearchParams,
): void {
  const token = form.get('csrf');
  if (!session) return; // there is nothing yet that another site could misuse
  const isOriginVerified =
    hasOrigin(headers) && (token === null || url.pathname === EMERGENCY_STOP);
  const isAuthentic = isOriginVerified || (token !== null && isValidFormToken(session, token));
  if (!isAuthentic)
    throw new HttpError(403, 'This form is out of date. Go back, reload the page and try again.');
}

/** Writes per user in `duration` seconds. */
export const WRITE_LIMIT = { points: 200, duration: 10 } as const;
const writeLimiter = new RateLimiterMemory(WRITE_LIMIT);
/** Actions that only reduce risk have no rate limit. */
const isExitAction = (url: URL, form: URLSearchParams): boolean =>
  /\/(stop|close|close-all|close-positions|emergency-stop|logout)$/.test(url.pathname) ||
  /^(stop|close|emergency|halt|disarm)/.test(form.get('intent') ?? '');

interface UserRequest {
  readonly context: Args['context'];
  readonly url: URL;
  readonly isWrite: boolean;
  readonly form: URLSearchParams;
}

async function assertUserAllowed(
  session: Session,
  { context, url, isWrite, form }: UserRequest,
): Promise<void> {
  if (isWrite) await assertWriteRate(session, context, isExitAction(url, form));
  assertRole(session, url, isWrite, form);
}

async function assertWriteRate(
  session: Session,
  context: Args['context'],
  isExit: boolean,
): Promise<void> {
  markExit(context, session.userId, isExit);
  if (isExit) return;
  try {
    await writeLimiter.consume(session.userId);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new HttpError(429, 'Too many changes at once. Try again in a few seconds.', [
      ['Retry-After', String(Math.ceil(error.msBeforeNext / 1000))],
    ]);
  }
}

/** Writes and navigation keep a session alive; polling calls and page refreshes do not. */
function isUserAction(request: Request, access: Access, url: URL): boolean {
  if (!isSafeMethod(request.method)) return true;
  if (access === 'api') return false;
  // A page with itself as referrer is refreshing, unless the browser reports a user action. Data
  // and document requests look the same here: Remix removes the marker from the URL.
  const referrer = request.headers.get('Referer');
  const isRefresh =
    referrer !== null &&
    URL.canParse(referrer) &&
    findAppPath(getPathAndQuery(new URL(referrer))) === getPathAndQuery(url);
  return !isRefresh || request.headers.get('Sec-Fetch-User') === '?1';
}

const getPathAndQuery = ({ pathname, search }: URL): string => `${pathname}${search}`;

const TOUCH_EVERY_MS = 60_000;

function recordActivity(desk: StartedDesk, session: Session, nowMs: number): void {
  if (nowMs - session.activeMs < Math.min(TOUCH_EVERY_MS, getSessionLimits().idleMs / 10)) return;
  try {
    touchSession(desk.db, session.idHash, nowMs);
  } catch (error) {
    getLog().warn({ err: error }, 'the last action of a session could not be stored');
  }
}
