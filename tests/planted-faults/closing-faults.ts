// Faults of valuations and pending closes.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';
const VALUATION_TESTS = ['tests/trading/engine/valuation.test.ts'];
const CLOSING_TESTS = ['tests/trading/engine/required-closes.test.ts'];

export const CLOSING_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an account is valued although a position has no live quote',
    file: `${ENGINE}/valuation.ts`,
    find: 'if (marks.missing.length > 0) return null;',
    replace: '',
    caughtBy: VALUATION_TESTS,
  },
  {
    name: 'a crossed daily loss limit is not logged at once',
    file: `${ENGINE}/valuation.ts`,
    find: '(isBeyondDailyLossLimit(book, settings, equityMills) && !isBeyondDailyLossLimit(book, settings, book.dayLowMills))',
    replace: 'false',
    caughtBy: VALUATION_TESTS,
  },
  {
    name: 'an idle account is valued each day',
    file: `${ENGINE}/valuation.ts`,
    find: '!settings || isIdle(book)) return minuteValues;',
    replace: '!settings) return minuteValues;',
    caughtBy: VALUATION_TESTS,
  },
  {
    name: 'the audit does not compute the equity of a minute',
    file: 'app/audit/minute-value-reader.ts',
    find: 'BigInt(row.equity_mills) === equity',
    replace: 'true',
    caughtBy: ['tests/programs/minute-values.test.ts'],
  },
  {
    name: 'a loaded historical price counts as live',
    file: `${ENGINE}/state.ts`,
    find: 'if (!contract?.quote || !contract.isLive) return null;',
    replace: 'if (!contract?.quote) return null;',
    caughtBy: VALUATION_TESTS,
  },
  {
    name: 'a position is shown at a loaded price after a restart',
    file: 'app/trading/engine/marks.ts',
    find: 'if (contract?.isLive && contract.quote) return',
    replace: 'if (contract?.quote) return',
    caughtBy: VALUATION_TESTS,
  },
  {
    name: 'entries pass while the account cannot be valued',
    file: 'app/trading/risk/pre-trade-checks.ts',
    find: 'checkCoolOff,\n  checkProtection,\n  checkValued,',
    replace: 'checkCoolOff, checkProtection,',
    caughtBy: VALUATION_TESTS,
  },
  {
    name: 'the audit accepts a valuation that leaves out a position',
    file: 'app/audit/replay-valuation.ts',
    find: "for (const id of heldIds)\n    assertFact(\n      marks[id] !== undefined,\n      'payload.marks',\n      `no mark of ${id}`,\n      'a mark of every contract held',\n    );",
    replace: '',
    caughtBy: ['tests/programs/audit-valuations.test.ts'],
  },
  {
    name: 'an exit blocked by a closed market is never retried',
    file: `${ENGINE}/engine.ts`,
    find: '  retryCloses(tx, config, event.market, event.instrumentId);\n',
    replace: '',
    caughtBy: CLOSING_TESTS,
  },
  {
    name: 'a result reports an open position as closed',
    file: `${ENGINE}/cycle.ts`,
    find: 'const closedPositions = outcome.value.closedPositions.filter((id) => !open.has(id));',
    replace: 'const { closedPositions } = outcome.value;',
    caughtBy: CLOSING_TESTS,
  },
  {
    name: 'a pending close is lost at a restart',
    file: `${ENGINE}/apply-record.ts`,
    find: 'return addClosingRequests(book, record.payload, record.atMs);',
    replace: 'return book;',
    caughtBy: CLOSING_TESTS,
  },
  {
    name: 'the audit accepts a result that reports a close too early',
    file: 'app/audit/stored-answers.ts',
    find: 'closedPositions.every(isClosed) && !waiting',
    replace: '!waiting',
    caughtBy: ['tests/programs/audit-valuations.test.ts'],
  },
];
