// Faults of authentication, request forgery, idempotency, redirects and RUN.
import type { PlantedFault } from './faults';

const GUARD = 'app/server/http/guard.server.ts';
const REQUEST = 'app/server/http/request.server.ts';
const REQUEST_BODY = 'app/server/http/request-body.server.ts';
const IDEMPOTENCY_KEY = 'app/server/http/idempotency-key.server.ts';
const SESSION = 'app/server/auth/session.server.ts';
const SESSIONS = 'app/models/account/session.server.ts';
const ACCESS = ['tests/routes/access.test.ts'];
const FORGERY = ['tests/routes/forgery.test.ts'];
const REPEATS = ['tests/routes/double-submit.test.ts'];
const LIFE = ['tests/routes/session.test.ts'];

export const DOOR_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a page requires no session',
    file: GUARD,
    find: "if (session === null && access === 'page') throw createSignInRedirect(url, isWrite);",
    replace: '',
    caughtBy: ACCESS,
  },
  {
    name: 'signed-out requests reveal which calls exist',
    file: 'app/routes/api.$/route.ts',
    find: 'if (!call.session && !matches.some(({ call: { isPublic } }) => isPublic)) throw new HttpError(401, NOT_SIGNED_IN);',
    replace: "if (NOT_SIGNED_IN === '') throw new HttpError(401, '');",
    caughtBy: ACCESS,
  },
  {
    name: 'any user can read a stored position',
    file: 'app/models/positions/position-rows.server.ts',
    find: 'and(eq(position.userId, userId), eq(position.id, id))',
    replace: 'eq(position.id, id)',
    caughtBy: ACCESS,
  },
  {
    name: 'an ended session stays valid',
    file: SESSIONS,
    find: 'isNull(session.endedMs),\n        eq(user.isDisabled, false)',
    replace: 'eq(user.isDisabled, false)',
    caughtBy: ACCESS,
  },
  {
    name: 'a session has no idle timeout',
    file: SESSIONS,
    find: 'nowMs - found.activeMs < limits.idleMs && ',
    replace: '',
    caughtBy: LIFE,
  },
  {
    name: 'a session has no maximum age',
    file: SESSIONS,
    find: ' && nowMs - found.createdMs < limits.ageMsMax',
    replace: '',
    caughtBy: LIFE,
  },
  {
    name: 'the session before a sign-in stays valid',
    file: SESSION,
    find: 'if (previous) endSession(db, previous.idHash, nowMs);',
    replace: '',
    caughtBy: LIFE,
  },
  {
    name: 'sign-out only deletes the cookie',
    file: SESSION,
    find: 'if (session) endSession(db, session.idHash, nowMs);',
    replace: '',
    caughtBy: LIFE,
  },
  {
    name: 'an auto-refreshing page keeps its session alive',
    file: GUARD,
    find: "return !isRefresh || request.headers.get('Sec-Fetch-User') === '?1';",
    replace: 'return isRefresh || true;',
    caughtBy: LIFE,
  },
  {
    name: 'any origin is accepted',
    file: REQUEST,
    find: 'if (origin !== null && !getEnv().origins.includes(origin)) {',
    replace: "if (origin === 'null') {",
    caughtBy: FORGERY,
  },
  {
    name: 'a same-site request of another origin is accepted',
    file: REQUEST,
    find: "if (site !== null && site !== 'same-origin') return",
    replace: "if (site === 'cross-site') return",
    caughtBy: FORGERY,
  },
  {
    name: 'a form without a token is accepted',
    file: GUARD,
    find: 'const isAuthentic = isOriginVerified || (token !== null && isValidFormToken(session, token));',
    replace:
      'const isAuthentic = isOriginVerified || token === null || isValidFormToken(session, token);',
    caughtBy: FORGERY,
  },
  {
    name: 'any token of the right length is accepted',
    file: SESSION,
    find: 'expected.length === provided.length && timingSafeEqual(expected, provided)',
    replace: 'expected.length === provided.length || timingSafeEqual(expected, provided)',
    caughtBy: FORGERY,
  },
  {
    name: 'plain text is accepted as JSON',
    file: REQUEST_BODY,
    find: "if (text !== '' && type !== FORM && type !== JSON_TYPE) {",
    replace: "if (text !== '' && type !== FORM && type !== JSON_TYPE && type !== 'text/plain') {",
    caughtBy: FORGERY,
  },
  {
    name: 'the Idempotency-Key header is ignored',
    file: IDEMPOTENCY_KEY,
    find: "headers.get('Idempotency-Key') ?? buildFormKey(form, path)",
    replace: 'buildFormKey(form, path)',
    caughtBy: REPEATS,
  },
  {
    name: 'STOP on an old page is confirmed but not executed',
    file: IDEMPOTENCY_KEY,
    find: 'if (!key || NEVER_DEDUPLICATED.test(intent)) return null;',
    replace: 'if (!key || intent.length > 99) return null;',
    caughtBy: REPEATS,
  },
  {
    name: 'a repeated reset is executed twice',
    file: 'app/trading/engine/commands.ts',
    find: ' || hasNeverTraded(tx, config, book.id)) return answer;',
    replace: ') return answer;',
    caughtBy: REPEATS,
  },
  {
    name: 'a redirect accepts any path',
    file: 'app/contracts/pages.ts',
    find: "PAGES.find((page) => page === path) ?? '/';",
    replace: "(path?.startsWith('/') ? (path as Page) : '/');",
    caughtBy: ['tests/routes/redirects.test.ts'],
  },
  {
    name: 'responses lack security headers',
    file: GUARD,
    find: '  setSecurityHeaders(response.headers);\n',
    replace: '',
    caughtBy: ['tests/routes/headers.test.ts'],
  },
  {
    name: 'a page shows the balance without unrealized P&L',
    file: 'app/trading/desk-view.ts',
    find: 'const totalMills = addMills(balanceMills, unrealizedMills);',
    replace: 'const totalMills = balanceMills;',
    caughtBy: ['tests/routes/figures.test.ts'],
  },
  {
    name: 'RUN enters against its strategy',
    file: 'app/trading/engine/auto-trader.ts',
    find: 'side: getEntrySide(target.side)',
    replace: "side: getEntrySide(target.side === 'LONG' ? 'SHORT' : 'LONG')",
    caughtBy: ['tests/properties/run-pairs.deep.test.ts'],
  },
];
