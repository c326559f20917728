// One log line, one metric and one span per guarded request: user, route, status and duration, never
// contents. Errors of Remix have their own line.
import { performance } from 'node:perf_hooks';
import { getLog, getUserTag } from '../platform/log.server';
import { getRequest } from '../platform/request-scope.server';
import { startSpan } from '../platform/traces.server';
import { countRequest, findRoute, recordDuration } from './metrics.server';
import type { Session } from '../../models/account/session.server';
import { PAGES } from '../../contracts/pages';
import { isSafeMethod, toAppUrl } from './request.server';

const OTHER_PAGES = ['/login', '/logout', '/preferences'];

interface RequestLog {
  /** Sets the user once the session is known. */
  setUser(session: Session | null): void;
  logEnd(status: number): void;
}

export function startRequestLog(kind: string, request: Request): RequestLog {
  const startedMs = performance.now();
  let user: string | null = null;
  const trace = getRequest()?.trace;
  const part = isSafeMethod(request.method) ? 'loader' : 'action';
  const span = trace ? startSpan(part, { parent: trace }) : null;
  countRequest(kind, request.method);
  return {
    setUser(session) {
      user = session && getUserTag(session.userId);
    },
    logEnd(status) {
      const ms = performance.now() - startedMs;
      const route = findRoute(request) ?? getPageRoute(kind, request);
      recordDuration(route, request.method, status, ms / 1000);
      trace?.setName(`HTTP ${request.method} ${route}`);
      trace?.setAttributes({ 'http.route': route });
      span?.setName(`${part} ${route}`);
      span?.setAttributes({ 'http.response.status_code': status });
      if (status >= 500) span?.setFailed();
      span?.endSpan();
      getLog()[getLevel(request, status)](
        { method: request.method, route, status, ms: Math.round(ms * 10) / 10, user },
        'request',
      );
    },
  };
}

/**
 * Logs an error that Remix reports. Below 500 it is an answer of Remix itself to an unknown route or
 * method: anyone can cause any number of them.
 */
export function logRequestError(error: unknown, method: string, status: number): void {
  if (status < 500) return getLog().debug({ method, status }, 'request');
  getLog().error({ err: error, method, status }, 'a page could not be rendered');
}

/** Reads are frequent and change nothing: logged at debug level unless they fail. */
const getLevel = (request: Request, status: number): 'error' | 'info' | 'debug' =>
  status >= 500 ? 'error' : isSafeMethod(request.method) ? 'debug' : 'info';

/** Page that a loader serves. Unknown paths may contain anything and are not logged. */
function getPageRoute(kind: string, request: Request): string {
  const path = toAppUrl(request.url).pathname;
  return kind === 'api'
    ? '/api/*'
    : ([...PAGES, ...OTHER_PAGES].find((page) => page === path) ?? '/*');
}
