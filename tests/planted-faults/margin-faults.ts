// Faults of exchange margin: amounts, check, calls, reductions, audit, notifications.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';
const RISK = 'app/trading/risk';

export const MARGIN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'soybean margin too small by a factor of 10',
    file: 'app/trading/domain/contract-table.ts',
    find: 'buildCmeMargin(3355, 3050,',
    replace: 'buildCmeMargin(335, 305,',
    caughtBy: ['tests/trading/risk/margin.test.ts'],
  },
  {
    name: 'margin does not scale with the price',
    file: `${RISK}/margin.ts`,
    find: 'return toMills(Math.max(fixed, scaled));',
    replace: 'return toMills(Math.max(fixed, 0 * scaled));',
    caughtBy: ['tests/trading/risk/margin.test.ts'],
  },
  {
    name: 'a margin reduction stops at maintenance',
    file: `${RISK}/margin.ts`,
    find: "let required = computeHoldingsMargin('initial', holdings);",
    replace: "let required = computeHoldingsMargin('maintenance', holdings);",
    caughtBy: ['tests/trading/risk/margin.test.ts'],
  },
  {
    name: 'the margin check ignores the order itself',
    file: `${RISK}/pre-trade-checks.ts`,
    find: 'const value = marginUse.usedMills + marginUse.addedMills;',
    replace: 'const value = marginUse.addedMills;',
    caughtBy: ['tests/trading/engine/margin.test.ts'],
  },
  {
    name: 'a margin call reduces positions at the price that triggered it',
    file: `${ENGINE}/margin-call.ts`,
    find: 'else if (hasLaterPrice(tx, book, book.marginCall.atMs))\n    reduceMargin',
    replace: 'else reduceMargin',
    caughtBy: ['tests/trading/engine/margin.test.ts'],
  },
  {
    name: 'a margin reduction leaves the commodity running',
    file: `${ENGINE}/margin-call.ts`,
    find: 'if (book.commodities[commodity]?.active)\n        tx.record',
    replace: 'if (!book.commodities[commodity]?.active) tx.record',
    caughtBy: ['tests/trading/engine/margin.test.ts', 'tests/models/log/margin-books.test.ts'],
  },
  {
    name: 'a margin call uses a stale quote',
    file: `${ENGINE}/margin-call.ts`,
    find: 'if (!hasLiveQuotes(tx.state, book)) return;',
    replace: '',
    caughtBy: ['tests/trading/engine/margin.test.ts'],
  },
  {
    name: 'the audit accepts an entry during a margin call',
    file: 'app/audit/replay-margin.ts',
    find: "assertFact(\n    order.purpose !== 'ENTRY' || book.calledMs === null,",
    replace: 'assertFact(true,',
    caughtBy: ['tests/models/log/margin-books.test.ts'],
  },
  {
    name: 'a margin call is not in the notification log',
    file: 'app/models/notifications/notice-facts.server.ts',
    find: '`e.type IN (${NOTIFICATION_RECORD_TYPES_SQL})`',
    replace: "`e.type IN (${NOTIFICATION_RECORD_TYPES_SQL.replace(/'Margin\\w+', /g, '')})`",
    caughtBy: ['tests/models/log/margin-books.test.ts'],
  },
];
