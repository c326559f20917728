// Faults around commands: RUN, re-arming, orders by hand sent twice, the live gate, resets.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';

export const COMMAND_FAULTS: readonly PlantedFault[] = [
  {
    name: 'RUN is granted to an account that is worth nothing',
    file: 'app/trading/risk/equity.ts',
    find: 'if (lowestMills > 0) return null;',
    replace: 'if (lowestMills > -1e15) return null;',
    caughtBy: ['tests/trading/engine/start-refusals.test.ts'],
  },
  {
    name: 'RUN looks at the last valuation alone',
    file: 'app/trading/risk/equity.ts',
    find: 'toMills(Math.min(equityMills, book.equityMills))',
    replace: 'book.equityMills',
    caughtBy: ['tests/trading/engine/start-refusals.test.ts'],
  },
  {
    name: 'RUN is granted while a reset waits',
    file: `${ENGINE}/commands.ts`,
    find: '  if (book.isResetPending) {\n    const open',
    replace: '  if (book.isResetPending && book.globalActive) {\n    const open',
    caughtBy: ['tests/trading/engine/start-refusals.test.ts'],
  },
  {
    name: 'a reset forgets to wait for what cannot close',
    file: `${ENGINE}/commands.ts`,
    find: "  draft.record('ResetRequested', getOwner(book), {});\n",
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
    name: 'a re-armed account gets its whole allowance once more on the same day',
    file: 'app/trading/risk/exposure.ts',
    find: 'const REARMED_FRACTION = 0.5;',
    replace: 'const REARMED_FRACTION = 1;',
    caughtBy: ['tests/trading/engine/rearm.test.ts'],
  },
  {
    name: 'an account is re-armed twice on one day',
    file: 'app/trading/risk/rearm.ts',
    find: 'isUsedUp: isReduced && book.reducedAllowance?.day === book.day,',
    replace: 'isUsedUp: false,',
    caughtBy: ['tests/trading/engine/rearm.test.ts'],
  },
  {
    name: 'the smaller allowance outlives its day',
    file: 'app/trading/risk/exposure.ts',
    find: 'return reducedAllowance?.day === day\n    ?',
    replace: "return reducedAllowance !== undefined && day !== '' ?",
    caughtBy: ['tests/trading/engine/rearm.test.ts'],
  },
  {
    name: 'the audit takes any allowance of a re-armed account',
    file: 'app/audit/fold-breakers.ts',
    find: "assertFact(\n    readWhole(facts, 'allowedMills') === half,",
    replace: "assertFact(readWhole(facts, 'allowedMills') >= 0n,",
    caughtBy: ['tests/programs/audit-rearm.test.ts'],
  },
  {
    name: 'two tabs place the same order twice',
    file: `${ENGINE}/closing.ts`,
    find: 'if (placedBefore)\n    return succeed',
    replace: 'if (placedBefore && placedBefore.length > 1) return succeed',
    caughtBy: ['tests/trading/engine/hand-orders.test.ts'],
  },
  {
    name: 'an order that is meant a second time a second later is swallowed',
    file: `${ENGINE}/hand-orders.ts`,
    find: 'nowMs - atMs < HAND_ORDER_WINDOW_MS',
    replace: 'nowMs - atMs <= HAND_ORDER_WINDOW_MS',
    caughtBy: ['tests/trading/engine/hand-orders.test.ts'],
  },
  {
    name: 'a live broker is used although LIVE_TRADING is off',
    file: `${ENGINE}/live-gate.ts`,
    find: "if (mode === 'live' && !facts.isLiveTradingOn) return LIVE_TRADING_OFF;",
    replace: '',
    caughtBy: ['tests/trading/engine/live-gate.test.ts'],
  },
  {
    name: 'a desk without a setting counts as one with live trading on',
    file: `${ENGINE}/live-gate.ts`,
    find: 'config.isLiveTradingOn === true);',
    replace: 'config.isLiveTradingOn !== false);',
    caughtBy: ['tests/trading/engine/live-gate.test.ts'],
  },
  {
    name: 'a reset that waits is said to be done',
    file: 'app/server/account/account.server.ts',
    find: '  if (!book?.isResetPending) {',
    replace: '  if (book) {',
    caughtBy: ['tests/server/account/reset-words.test.ts'],
  },
];
