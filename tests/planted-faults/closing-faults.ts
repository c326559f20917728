// Faults of valuations and of closes that wait: each is planted into a copy of the code, and the
// named tests must notice it.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';
const VALUATION_TESTS = ['tests/trading/engine/valuation.test.ts'];
const CLOSING_TESTS = ['tests/trading/engine/must-be-flat.test.ts'];

export const CLOSING_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a book is valued although something held has no live quote',
    file: `${ENGINE}/valuation.ts`,
    find: 'if (marks.missing.length > 0) continue;',
    replace: '',
    caughtBy: VALUATION_TESTS,
  },
  {
    name: 'a loaded price of the past counts as live',
    file: `${ENGINE}/state.ts`,
    find: 'if (!seen?.quote || !seen.isLive) return null;',
    replace: 'if (!seen?.quote) return null;',
    caughtBy: VALUATION_TESTS,
  },
  {
    name: 'a position is shown at a loaded price after a restart',
    file: 'app/trading/engine/marks.ts',
    find: 'if (seen?.isLive && seen.quote) return',
    replace: 'if (seen?.quote) return',
    caughtBy: VALUATION_TESTS,
  },
  {
    name: 'entries pass while the account cannot be valued',
    file: 'app/trading/risk/checks.ts',
    find: 'checkCoolOff,\n  checkProtection,\n  checkValued,',
    replace: 'checkCoolOff, checkProtection,',
    caughtBy: VALUATION_TESTS,
  },
  {
    name: 'the audit accepts a valuation that leaves out a position',
    file: 'app/audit/fold-valuation.ts',
    find: "for (const id of held)\n    assertFact(\n      marks[id] !== undefined,\n      'payload.marks',\n      `no mark of ${id}`,\n      'a mark of every contract held',\n    );",
    replace: '',
    caughtBy: ['tests/programs/audit-valuations.test.ts'],
  },
  {
    name: 'an exit that a shut market prevents is never tried again',
    file: `${ENGINE}/engine.ts`,
    find: '  retryCloses(draft, config, event.market, event.instrumentId);\n',
    replace: '',
    caughtBy: CLOSING_TESTS,
  },
  {
    name: 'an answer says closed of a position that is still open',
    file: `${ENGINE}/cycle.ts`,
    find: 'const closedPositions = outcome.value.closedPositions.filter((id) => !open.has(id));',
    replace: 'const { closedPositions } = outcome.value;',
    caughtBy: CLOSING_TESTS,
  },
  {
    name: 'a close that waits is forgotten at a restart',
    file: `${ENGINE}/apply.ts`,
    find: 'return withClosing(book, record.payload, record.atMs);',
    replace: 'return book;',
    caughtBy: CLOSING_TESTS,
  },
  {
    name: 'the audit accepts an answer that says closed too early',
    file: 'app/audit/answers.ts',
    find: 'closedPositions.every(isClosed) && !waiting',
    replace: '!waiting',
    caughtBy: ['tests/programs/audit-valuations.test.ts'],
  },
];
