// Faults of many servers: accounts that move between them, and the front that finds the server of a user.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine/moved-users.ts';
const ENGINE_TEST = 'tests/trading/engine/moved-users.test.ts';
const AUDIT = 'app/audit/replay-moves.ts';
const PROGRAM = 'app/programs/desks/move-user.ts';
const PROGRAM_TEST = 'tests/programs/desks/move-user.test.ts';
const COOKIE = 'app/server/desks/server-cookie.server.ts';
const ROUTER = 'app/server/desks/request-router.server.ts';
const FRONT_TEST = 'tests/server/desks/front.test.ts';

export const MOVE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a user who still trades is moved',
    file: ENGINE,
    find: 'if (!isUserDisabled(tx.state, userId))',
    replace: "if (userId === '')",
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'an account with open positions is moved',
    file: ENGINE,
    find: "if (isAny(book.positions)) return 'it has open positions: close them first';",
    replace: '',
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'the money of a moved account stays on the old server too',
    file: ENGINE,
    find: 'closing: buildClosingPostings(book.balances),',
    replace: 'closing: [],',
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'a moved account is opened twice',
    file: ENGINE,
    find: 'if (book && book.movedTo === undefined)',
    replace: "if (book && book.movedTo === '')",
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'a move resets the drawdown breaker',
    file: ENGINE,
    find: 'peakMills: book.peakMills,',
    replace: 'peakMills: book.equityMills,',
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'an account moves into another market',
    file: ENGINE,
    find: 'return market === ownMarket',
    replace: "return market !== ''",
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'the audit believes the cash that a moved account carries',
    file: AUDIT,
    find: 'balanceMills: book.accounts.available,',
    replace: '',
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'the audit believes the losing streak that a moved account carries',
    file: AUDIT,
    find: 'for (const [commodity, state] of book.switches) {',
    replace: 'for (const [commodity, state] of new Map<string, never>()) {',
    also: [
      {
        file: AUDIT,
        find: 'Object.keys(commodities).length === book.switches.size,',
        replace: 'Object.keys(commodities).length <= book.switches.size,',
      },
    ],
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'the audit accepts a moved account that is open there',
    file: AUDIT,
    find: "id !== '' && userId !== '' && (former === undefined || former.movedTo !== null),",
    replace: "id !== '' && userId !== '',",
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'a user who cannot be moved stays disabled',
    file: PROGRAM,
    find: 'await changeUser(move, from, db, (by) => enableUser(by, user.userId));',
    replace: '',
    caughtBy: [PROGRAM_TEST],
  },
  {
    name: 'a move whose answer is awaited is undone',
    file: PROGRAM,
    find: 'if (error instanceof UnansweredError) throw error;',
    replace: '',
    caughtBy: [PROGRAM_TEST],
  },
  {
    name: 'the passphrase does not move along',
    file: 'app/models/desks/moved-user.server.ts',
    find: 'const { username, passwordHash, role } = row;',
    replace: "const { username, role } = row;\n  const passwordHash = 'none';",
    caughtBy: [PROGRAM_TEST],
  },
  {
    name: 'the front follows a cookie that it has not signed',
    file: COOKIE,
    find: 'const isGenuine = provided.length === expected.length && timingSafeEqual(provided, expected);',
    replace: 'const isGenuine = provided.length === expected.length;',
    caughtBy: ['tests/server/desks/server-cookie.test.ts', FRONT_TEST],
  },
  {
    name: 'a user is served by another server while the own one is down',
    file: ROUTER,
    find: '? { server: place.server, place, body: null }',
    replace:
      '? { server: this.options.findAddress(place.server) === null ? this.chooseAny(address) : place.server, place, body: null }',
    caughtBy: [FRONT_TEST],
  },
  {
    name: 'requests of a user reach a server during the move',
    file: ROUTER,
    find: 'if (route.place !== null && route.place.movingTo !== null) return MOVING;',
    replace: '',
    caughtBy: [FRONT_TEST],
  },
  {
    name: 'the front names the user of a failed sign-in',
    file: 'app/server/desks/front.server.ts',
    find: "if (change === 'started' && place)",
    replace: 'if (place)',
    caughtBy: [FRONT_TEST],
  },
];
