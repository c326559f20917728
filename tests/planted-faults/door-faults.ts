// Faults at the doors: who gets in, who is believed, what a repeat does, where one is led, and what
// RUN takes.
import type { PlantedFault } from './faults';

const GUARD = 'app/server/http/guard.server.ts';
const REQUEST = 'app/server/http/request.server.ts';
const SESSION = 'app/server/auth/session.server.ts';
const SESSIONS = 'app/models/account/session.server.ts';
const ACCESS = ['tests/routes/access.test.ts'];
const FORGERY = ['tests/routes/forgery.test.ts'];
const REPEATS = ['tests/routes/double-submit.test.ts'];
const LIFE = ['tests/routes/session.test.ts'];

export const DOOR_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a page asks for no session',
    file: GUARD,
    find: "if (session === null && access === 'page') throw toSignIn(url, isWrite);",
    replace: '',
    caughtBy: ACCESS,
  },
  {
    name: 'signed out, one learns which calls there are',
    file: 'app/routes/api.$/route.ts',
    find: 'if (!call.session && !found.some(({ call: { isOpen } }) => isOpen)) throw new RequestFault(401, NOT_SIGNED_IN);',
    replace: "if (NOT_SIGNED_IN === '') throw new RequestFault(401, '');",
    caughtBy: ACCESS,
  },
  {
    name: "the stored row of a position is anybody's",
    file: 'app/models/positions/closed-position.server.ts',
    find: 'and(eq(position.userId, userId), eq(position.id, id))',
    replace: 'eq(position.id, id)',
    caughtBy: ACCESS,
  },
  {
    name: 'an ended session goes on',
    file: SESSIONS,
    find: 'isNull(session.endedMs),\n        eq(user.isDisabled, false)',
    replace: 'eq(user.isDisabled, false)',
    caughtBy: ACCESS,
  },
  {
    name: 'a session never idles',
    file: SESSIONS,
    find: 'nowMs - found.activeMs < limits.idleMs && ',
    replace: '',
    caughtBy: LIFE,
  },
  {
    name: 'a session never grows old',
    file: SESSIONS,
    find: ' && nowMs - found.createdMs < limits.ageMsMax',
    replace: '',
    caughtBy: LIFE,
  },
  {
    name: 'the session before a sign-in stays',
    file: SESSION,
    find: 'if (former) endSession(db, former.idHash, nowMs);',
    replace: '',
    caughtBy: LIFE,
  },
  {
    name: 'signing out only takes the cookie',
    file: SESSION,
    find: 'if (session) endSession(db, session.idHash, nowMs);',
    replace: '',
    caughtBy: LIFE,
  },
  {
    name: 'a page that refreshes itself keeps its session alive',
    file: GUARD,
    find: "return !isRefresh || request.headers.get('Sec-Fetch-User') === '?1';",
    replace: 'return isRefresh || true;',
    caughtBy: LIFE,
  },
  {
    name: 'any origin will do',
    file: REQUEST,
    find: 'if (origin !== null && !env().origins.includes(origin)) {',
    replace: "if (origin === 'null') {",
    caughtBy: FORGERY,
  },
  {
    name: 'a sibling site is believed',
    file: REQUEST,
    find: "if (site !== null && site !== 'same-origin') return",
    replace: "if (site === 'cross-site') return",
    caughtBy: FORGERY,
  },
  {
    name: 'a form needs no token',
    file: GUARD,
    find: 'const isProved = isVouchedFor || (token !== null && isFormToken(session, token));',
    replace: 'const isProved = isVouchedFor || token === null || isFormToken(session, token);',
    caughtBy: FORGERY,
  },
  {
    name: 'any token of the right length will do',
    file: SESSION,
    find: 'wanted.length === given.length && timingSafeEqual(wanted, given)',
    replace: 'wanted.length === given.length || timingSafeEqual(wanted, given)',
    caughtBy: FORGERY,
  },
  {
    name: 'plain text is taken for JSON',
    file: REQUEST,
    find: "if (text !== '' && type !== FORM && type !== JSON_TYPE) {",
    replace: "if (text !== '' && type !== FORM && type !== JSON_TYPE && type !== 'text/plain') {",
    caughtBy: FORGERY,
  },
  {
    name: 'the key of a program is not heard',
    file: REQUEST,
    find: "headers.get('Idempotency-Key') ?? formKey(form, path)",
    replace: 'formKey(form, path)',
    caughtBy: REPEATS,
  },
  {
    name: 'STOP on an old page is answered without being done',
    file: REQUEST,
    find: 'if (!key || ALWAYS_DONE.test(deed)) return null;',
    replace: 'if (!key || deed.length > 99) return null;',
    caughtBy: REPEATS,
  },
  {
    name: 'a reset that is sent twice is two',
    file: 'app/trading/engine/commands.ts',
    find: ' || isAsNew(draft, config, book.id)) return answer;',
    replace: ') return answer;',
    caughtBy: REPEATS,
  },
  {
    name: 'a redirect leads to any path',
    file: 'app/contracts/pages.ts',
    find: "PAGES.find((page) => page === path) ?? '/';",
    replace: "(path?.startsWith('/') ? (path as Page) : '/');",
    caughtBy: ['tests/routes/redirects.test.ts'],
  },
  {
    name: 'answers leave without their headers',
    file: GUARD,
    find: '  hardenHeaders(answer.headers);\n',
    replace: '',
    caughtBy: ['tests/routes/headers.test.ts'],
  },
  {
    name: 'a page shows the balance without what is open',
    file: 'app/trading/desk.ts',
    find: 'const totalMills = addMills(balanceMills, unrealised);',
    replace: 'const totalMills = balanceMills;',
    caughtBy: ['tests/routes/figures.test.ts'],
  },
  {
    name: 'RUN enters against its rule',
    file: 'app/trading/engine/auto-trader.ts',
    find: 'side: entrySide(target.side)',
    replace: "side: entrySide(target.side === 'LONG' ? 'SHORT' : 'LONG')",
    caughtBy: ['tests/properties/run-pairs.test.ts'],
  },
];
