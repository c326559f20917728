// Faults of screens and sockets: identity, freshness, confidentiality.
import type { PlantedFault } from './faults';

const PEER = 'app/server/live/peer.server.ts';
const LINK = 'app/components/live/live-socket.ts';

export const SCREEN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a socket is authenticated by the userId it sends',
    file: PEER,
    find: 'this.authenticate(message.userId === this.session.userId, USER_MISMATCH);',
    replace: "this.authenticate(message.userId !== '', USER_MISMATCH);",
    caughtBy: ['tests/routes/socket-identity.test.ts'],
  },
  {
    name: 'a closed socket is still counted',
    file: 'app/server/live/hub.server.ts',
    find: '    this.peers.delete(peer);\n',
    replace: '',
    caughtBy: ['tests/routes/socket-churn.deep.test.ts'],
  },
  {
    name: 'a socket gets the equity as the balance',
    file: 'app/server/live/desk-bundles.server.ts',
    find: 'currentBalance: accountBalance,',
    replace: 'currentBalance: totalValue || accountBalance,',
    caughtBy: ['tests/routes/figures.test.ts'],
  },
  {
    name: 'a page that lost its socket does not reconnect',
    file: LINK,
    find: 'this.environment.random()), () => this.connect());',
    replace: 'this.environment.random()), () => this.attempts);',
    caughtBy: ['tests/routes/socket-restart.deep.test.ts'],
  },
  {
    name: 'a socket message replaces newer data',
    file: LINK,
    find: ' && desk.asOfSeq <= previous.asOfSeq) return;',
    replace: ' && desk.asOfSeq === previous.asOfSeq) return;',
    caughtBy: ['tests/components/live/live-socket.test.ts'],
  },
  {
    name: 'missing settings fall back to defaults',
    file: 'app/server/account/account.server.ts',
    find: 'riskLevel: input.riskLevel ?? previous.riskLevel,',
    replace: 'riskLevel: input.riskLevel ?? DEFAULT_SETTINGS.riskLevel,',
    caughtBy: ['tests/routes/api-settings.test.ts'],
  },
  {
    name: 'a broker key is kept although saving the settings was rejected',
    file: 'app/server/account/account.server.ts',
    find: 'if (refusal) restoreKey(desk.db, userId, applied.value);',
    replace: "if (refusal && userId === '') restoreKey(desk.db, userId, applied.value);",
    caughtBy: ['tests/routes/api-settings.test.ts'],
  },
  {
    name: 'more than the last four characters of a broker key are shown',
    file: 'app/server/account/broker-key.server.ts',
    find: 'lastFour: change.text.slice(-SHOWN_CHARACTERS)',
    replace: 'lastFour: change.text.slice(-2 * SHOWN_CHARACTERS)',
    caughtBy: ['tests/server/account/broker-key.test.ts'],
  },
  {
    name: 'daily performance starts at the first valuation of the day',
    file: 'app/trading/domain/book.ts',
    find: 'book.day === today ? book.dayStartMills : book.equityMills',
    replace: 'book.day === today ? book.equityMills : book.dayStartMills',
    caughtBy: ['tests/models/portfolio/performance.test.ts'],
  },
  {
    name: 'all-time performance starts a month ago',
    file: 'app/models/portfolio/performance.server.ts',
    find: 'all: computeChange(book.capitalMills, totalMills),',
    replace: 'all: computeChange(valuations.monthMills, totalMills),',
    caughtBy: ['tests/models/portfolio/performance.test.ts'],
  },
  {
    name: 'notifications of all users are shown to all users',
    file: 'app/models/notifications/notice-facts.server.ts',
    find: 'WHERE e.user_id ${owner} AND',
    replace: "WHERE e.user_id ${owner.replace('IS @userId', 'IS NOT NULL')} AND",
    caughtBy: ['tests/models/notifications/notice.test.ts'],
  },
  {
    name: 'notifications report a rejected command as executed',
    file: 'app/models/notifications/notice-facts.server.ts',
    find: '.filter(({ seq }) => !refused.has(seq))',
    replace: '',
    caughtBy: ['tests/models/notifications/notice.test.ts'],
  },
  {
    name: 'a form can close any position',
    file: 'app/routes/_terminal.(dashboard)/trade.ts',
    find: "trade.intent === 'close-position' && !findPosition(desk.db, session.userId, trade.position);",
    replace:
      "trade.intent === 'close-position' && trade.position === '' && !findPosition(desk.db, session.userId, trade.position);",
    caughtBy: ['tests/routes/dashboard-refusals.test.ts'],
  },
  {
    name: 'a preference form has no token',
    file: 'app/components/preference-form.tsx',
    find: '      <FormToken name={name} />\n',
    replace: '',
    caughtBy: ['tests/routes/form-tokens.test.ts'],
  },
];
