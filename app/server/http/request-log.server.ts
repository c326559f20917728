// One line and one figure for each guarded request: who did what where, how it went, how long it
// took. What was sent with it is never told.
import { performance } from 'node:perf_hooks';
import { getLog, userTag } from '../platform/log.server';
import { countRequest, findRoute, timeRequest } from './metrics.server';
import type { Session } from '../../models/account/session.server';
import { PAGES } from '../../contracts/pages';
import { isSafeMethod } from './request.server';

const OTHER_PAGES = ['/login', '/logout', '/preferences'];

interface Telling {
  /** Names the user once the session is known. */
  by(session: Session | null): void;
  end(status: number): void;
}

export function startRequestLog(kind: string, request: Request, requestId: string): Telling {
  const sinceMs = performance.now();
  let user: string | null = null;
  countRequest(kind, request.method);
  return {
    by(session) {
      user = session && userTag(session.userId);
    },
    end(status) {
      const ms = performance.now() - sinceMs;
      const route = findRoute(request) ?? routeByPath(kind, request);
      timeRequest(route, request.method, status, ms / 1000);
      getLog()[getLevel(request, status)](
        { requestId, method: request.method, route, status, ms: Math.round(ms * 10) / 10, user },
        'request',
      );
    },
  };
}

/**
 * Reads are many and change nothing: they are told when somebody asks for it, and when they fail.
 */
const getLevel = (request: Request, status: number): 'error' | 'info' | 'debug' =>
  status >= 500 ? 'error' : isSafeMethod(request.method) ? 'debug' : 'info';

/** The screen that a loader serves. A path that is none may hold anything, and is not told. */
function routeByPath(kind: string, request: Request): string {
  const path = new URL(request.url).pathname;
  return kind === 'api'
    ? '/api/*'
    : ([...PAGES, ...OTHER_PAGES].find((known) => known === path) ?? '/*');
}
