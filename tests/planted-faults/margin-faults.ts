// Faults of exchange margin: its figures, the check, calls, reductions, the audit, and what a
// trader reads.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';
const RISK = 'app/trading/risk';

export const MARGIN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'margin dollars of soybeans without their hundreds',
    file: 'app/trading/domain/contract-table.ts',
    find: 'cmeMargin(3355, 3050,',
    replace: 'cmeMargin(335, 305,',
    caughtBy: ['tests/trading/risk/margin.test.ts'],
  },
  {
    name: 'margin does not grow with the price',
    file: `${RISK}/margin.ts`,
    find: 'return toMills(Math.max(fixed, scaled));',
    replace: 'return toMills(Math.max(fixed, 0 * scaled));',
    caughtBy: ['tests/trading/risk/margin.test.ts'],
  },
  {
    name: 'a margin reduction stops at maintenance',
    file: `${RISK}/margin.ts`,
    find: "let required = margin('initial', holdings);",
    replace: "let required = margin('maintenance', holdings);",
    caughtBy: ['tests/trading/risk/margin.test.ts'],
  },
  {
    name: 'the margin check forgets the order itself',
    file: `${RISK}/checks.ts`,
    find: 'const asked = use.usedMills + use.addedMills;',
    replace: 'const asked = use.addedMills;',
    caughtBy: ['tests/trading/engine/margin.test.ts'],
  },
  {
    name: 'a margin call is reduced at its own price',
    file: `${ENGINE}/margin-call.ts`,
    find: 'else if (hasLaterPrice(draft, book, book.marginCall.atMs))\n    reduceMargin',
    replace: 'else reduceMargin',
    caughtBy: ['tests/trading/engine/margin.test.ts'],
  },
  {
    name: 'margin closes a commodity that runs on',
    file: `${ENGINE}/margin-call.ts`,
    find: 'if (book.commodities[commodity]?.active)\n        draft.record',
    replace: 'if (!book.commodities[commodity]?.active) draft.record',
    caughtBy: ['tests/trading/engine/margin.test.ts', 'tests/models/log/margin-books.test.ts'],
  },
  {
    name: 'an account is called on an old quote',
    file: `${ENGINE}/margin-call.ts`,
    find: 'if (!hasLiveQuotes(draft.state, book)) return;',
    replace: '',
    caughtBy: ['tests/trading/engine/margin.test.ts'],
  },
  {
    name: 'the audit lets an entry pass during a margin call',
    file: 'app/audit/fold-margin.ts',
    find: "assertFact(\n    order.purpose !== 'ENTRY' || book.calledMs === null,",
    replace: 'assertFact(true,',
    caughtBy: ['tests/models/log/margin-books.test.ts'],
  },
  {
    name: 'a margin call is not in the notification log',
    file: 'app/models/notifications/notice.server.ts',
    find: '`e.type IN (${NOTED_TYPES_SQL})`',
    replace: "`e.type IN (${NOTED_TYPES_SQL.replace(/'Margin\\w+', /g, '')})`",
    caughtBy: ['tests/models/log/margin-books.test.ts'],
  },
];
