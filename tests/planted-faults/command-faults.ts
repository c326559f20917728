// Faults of commands: RUN, re-arm, duplicate manual orders, live trading, resets.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';

export const COMMAND_FAULTS: readonly PlantedFault[] = [
  {
    name: 'RUN is accepted with zero equity',
    file: 'app/trading/risk/check-equity.ts',
    find: 'if (lowestMills > 0) return null;',
    replace: 'if (lowestMills > -1e15) return null;',
    caughtBy: ['tests/trading/engine/start-refusals.test.ts'],
  },
  {
    name: 'RUN checks only the last valuation',
    file: 'app/trading/risk/check-equity.ts',
    find: 'toMills(Math.min(equityMills, book.equityMills))',
    replace: 'book.equityMills',
    caughtBy: ['tests/trading/engine/start-refusals.test.ts'],
  },
  {
    name: 'RUN is accepted during a pending reset',
    file: `${ENGINE}/blocked-start.ts`,
    find: '  if (book.isResetPending) {\n    const open',
    replace: '  if (book.isResetPending && book.globalActive) {\n    const open',
    caughtBy: ['tests/trading/engine/start-refusals.test.ts'],
  },
  {
    name: 'a reset does not wait for positions that cannot close',
    file: `${ENGINE}/commands.ts`,
    find: "  tx.record('ResetRequested', getOwner(book), {});\n",
    replace: '',
    caughtBy: ['tests/trading/engine/start-refusals.test.ts'],
  },
  {
    name: 'RUN ALL re-arms without a confirmation',
    file: `${ENGINE}/breakers.ts`,
    find: '  if (isConfirmed) return null;',
    replace: '  if (isConfirmed || !terms.isUsedUp) return null;',
    caughtBy: ['tests/trading/engine/rearm.test.ts'],
  },
  {
    name: 'a re-armed account gets its full drawdown limit on the same day',
    file: 'app/trading/risk/exposure.ts',
    find: 'const REARMED_FRACTION = 0.5;',
    replace: 'const REARMED_FRACTION = 1;',
    caughtBy: ['tests/trading/engine/rearm.test.ts'],
  },
  {
    name: 'an account is re-armed twice in one day',
    file: 'app/trading/risk/rearm-terms.ts',
    find: 'isUsedUp: isReduced && book.reducedAllowance?.day === book.day,',
    replace: 'isUsedUp: false,',
    caughtBy: ['tests/trading/engine/rearm.test.ts'],
  },
  {
    name: 'the reduced drawdown limit lasts beyond its day',
    file: 'app/trading/risk/exposure.ts',
    find: 'return reducedAllowance?.day === day\n    ?',
    replace: "return reducedAllowance !== undefined && day !== '' ?",
    caughtBy: ['tests/trading/engine/rearm.test.ts'],
  },
  {
    name: 'the audit accepts any drawdown limit of a re-armed account',
    file: 'app/audit/replay-breakers.ts',
    find: "assertFact(\n    readWhole(facts, 'allowedMills') === halfAllowance,",
    replace: "assertFact(readWhole(facts, 'allowedMills') >= 0n,",
    caughtBy: ['tests/programs/audit-rearm.test.ts'],
  },
  {
    name: 'two tabs place the same order twice',
    file: `${ENGINE}/close-positions.ts`,
    find: 'if (duplicateOrderIds)\n    return succeed',
    replace: 'if (duplicateOrderIds && duplicateOrderIds.length > 1) return succeed',
    caughtBy: ['tests/trading/engine/manual-orders.test.ts'],
  },
  {
    name: 'an intended second order one second later is dropped',
    file: `${ENGINE}/recent-manual-orders.ts`,
    find: 'nowMs - atMs < DUPLICATE_WINDOW_MS',
    replace: 'nowMs - atMs <= DUPLICATE_WINDOW_MS',
    caughtBy: ['tests/trading/engine/manual-orders.test.ts'],
  },
  {
    name: 'a live broker is used although LIVE_TRADING is off',
    file: `${ENGINE}/broker-access.ts`,
    find: 'if (needsPermission && config.isLiveTradingOn !== true) return LIVE_TRADING_OFF;',
    replace: '',
    caughtBy: ['tests/trading/engine/broker-access.test.ts'],
  },
  {
    name: 'a missing setting enables live trading',
    file: `${ENGINE}/broker-access.ts`,
    find: 'config.isLiveTradingOn !== true',
    replace: 'config.isLiveTradingOn === false',
    caughtBy: ['tests/trading/engine/broker-access.test.ts'],
  },
  {
    name: 'a pending reset is reported as done',
    file: 'app/server/account/account.server.ts',
    find: '  if (!book?.isResetPending) {',
    replace: '  if (book) {',
    caughtBy: ['tests/server/account/reset-message.test.ts'],
  },
];
