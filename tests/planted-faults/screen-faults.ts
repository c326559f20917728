// Faults of what screens and sockets are told: whose it is, how old it is, and what may not be told
// at all.
import type { PlantedFault } from './faults';

const PEER = 'app/server/live/peer.server.ts';
const LINK = 'app/components/live/live-socket.ts';

export const SCREEN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a socket is whoever it says it is',
    file: PEER,
    find: 'this.authenticate(message.userId === this.session.userId, USER_MISMATCH);',
    replace: "this.authenticate(message.userId !== '', USER_MISMATCH);",
    caughtBy: ['tests/routes/socket-identity.test.ts'],
  },
  {
    name: 'a socket that has gone is still counted',
    file: 'app/server/live/hub.server.ts',
    find: '    this.peers.delete(peer);\n',
    replace: '',
    caughtBy: ['tests/routes/socket-churn.test.ts'],
  },
  {
    name: 'a socket is told the worth for the balance',
    file: 'app/server/live/desk-bundles.server.ts',
    find: 'currentBalance: accountBalance,',
    replace: 'currentBalance: totalValue || accountBalance,',
    caughtBy: ['tests/routes/figures.test.ts'],
  },
  {
    name: 'a page that lost its socket does not try again',
    file: LINK,
    find: 'this.world.random()), () => this.connect());',
    replace: 'this.world.random()), () => this.attempts);',
    caughtBy: ['tests/routes/socket-restart.test.ts'],
  },
  {
    name: 'a socket shows what is older',
    file: LINK,
    find: ' && desk.asOfSeq <= former.asOfSeq) return;',
    replace: ' && desk.asOfSeq === former.asOfSeq) return;',
    caughtBy: ['tests/components/live/live-socket.test.ts'],
  },
  {
    name: 'settings that are not named go back to their defaults',
    file: 'app/server/account/account.server.ts',
    find: 'riskLevel: input.riskLevel ?? former.riskLevel,',
    replace: 'riskLevel: input.riskLevel ?? DEFAULT_SETTINGS.riskLevel,',
    caughtBy: ['tests/routes/api-settings.test.ts'],
  },
  {
    name: 'settings keep a broker key whose save was refused',
    file: 'app/server/account/account.server.ts',
    find: 'if (refused) takeBack(desk.db, userId, granted.value);',
    replace: "if (refused && userId === '') takeBack(desk.db, userId, granted.value);",
    caughtBy: ['tests/routes/api-settings.test.ts'],
  },
  {
    name: 'a broker key is told by more than its end',
    file: 'app/server/account/broker-key.server.ts',
    find: 'lastFour: wish.text.slice(-SHOWN)',
    replace: 'lastFour: wish.text.slice(-2 * SHOWN)',
    caughtBy: ['tests/server/account/broker-key.test.ts'],
  },
  {
    name: 'the performance of a day begins with its first valuation',
    file: 'app/models/portfolio/performance.server.ts',
    find: 'book.day === today ? book.dayStartMills : book.equityMills',
    replace: 'book.day === today ? book.equityMills : book.dayStartMills',
    caughtBy: ['tests/models/portfolio/performance.test.ts'],
  },
  {
    name: 'the performance of all time begins a month ago',
    file: 'app/models/portfolio/performance.server.ts',
    find: 'all: computeChange(book.capitalMills, totalMills),',
    replace: 'all: computeChange(past.monthMills, totalMills),',
    caughtBy: ['tests/models/portfolio/performance.test.ts'],
  },
  {
    name: 'notices of everybody are told to everybody',
    file: 'app/models/notifications/notice.server.ts',
    find: "${buildNumbersQuery('IS @userId')} UNION ALL",
    replace:
      "${buildNumbersQuery('IS @userId').replace('e.user_id IS @userId', 'e.user_id IS NOT NULL')} UNION ALL",
    caughtBy: ['tests/models/notifications/notice.test.ts'],
  },
  {
    name: 'notices tell a refused command as one that was done',
    file: 'app/models/notifications/notice.server.ts',
    find: '.filter(({ seq }) => !refused.has(seq))',
    replace: '',
    caughtBy: ['tests/models/notifications/notice.test.ts'],
  },
  {
    name: 'a form asks for a close of any position',
    file: 'app/routes/_terminal.(dashboard)/trade.ts',
    find: "trade.intent === 'close-position' && !findPosition(desk.db, session.userId, trade.position);",
    replace:
      "trade.intent === 'close-position' && trade.position === '' && !findPosition(desk.db, session.userId, trade.position);",
    caughtBy: ['tests/routes/dashboard-refusals.test.ts'],
  },
  {
    name: 'a form of choices carries no token',
    file: 'app/components/preference-form.tsx',
    find: '      <FormToken name={name} />\n',
    replace: '',
    caughtBy: ['tests/routes/form-tokens.test.ts'],
  },
];
