// Faults of auto-trading: breakers, regime checks, networks, halts, mutated state.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';
const RISK = 'app/trading/risk';

export const DESK_FAULTS: readonly PlantedFault[] = [
  {
    name: 'the drawdown breaker does not trip',
    file: `${ENGINE}/breakers.ts`,
    find: 'subtractMills(book.peakMills, equityMills) > computeDrawdownLimitMills(book, settings);',
    replace: 'equityMills < 0;',
    caughtBy: ['tests/trading/engine/breakers.test.ts'],
  },
  {
    name: 'a losing streak does not pause the commodity',
    file: `${ENGINE}/breakers.ts`,
    find: 'if (losses < LOSSES_IN_A_ROW_MAX) continue;',
    replace: 'if (losses < 99) continue;',
    caughtBy: ['tests/trading/engine/breakers.test.ts'],
  },
  {
    name: 'a position without a stop does not block entries',
    file: `${RISK}/pre-trade-checks.ts`,
    find: 'const [unprotected] = listUnprotected(book);',
    replace: 'const [, unprotected] = listUnprotected(book);',
    caughtBy: ['tests/trading/risk-gate.test.ts'],
  },
  {
    name: 'a wide spread does not block entries',
    file: `${RISK}/entry-veto.ts`,
    find: 'const SPREAD_MULTIPLE_MAX = 3;',
    replace: 'const SPREAD_MULTIPLE_MAX = 3000;',
    caughtBy: ['tests/trading/engine/regime.test.ts'],
  },
  {
    name: 'a hurricane blocks exits too',
    file: `${ENGINE}/auto-trader.ts`,
    find: 'if (!book || isClosing(book, position) || isLeaving(book, position)) return;',
    replace:
      'if (!book || isClosing(book, position) || isLeaving(book, position) || Object.values(tx.state.markets[book.market]?.inputs ?? {}).includes(1)) return;',
    caughtBy: ['tests/trading/engine/regime.test.ts'],
  },
  {
    name: 'published account state is mutated',
    file: `${ENGINE}/state-transaction.ts`,
    find: 'if (this.books !== books) this.books = { ...books };',
    replace: 'this.books = books as Record<string, Book>;',
    caughtBy: ['tests/trading/engine/published-states.test.ts'],
  },
  {
    name: 'a demoted network still gives signals',
    file: `${ENGINE}/entry-context.ts`,
    find: 'rebuildSignal(signal, instrument, riskLevel, isDemoted)',
    replace: 'rebuildSignal(signal, instrument, riskLevel, isDemoted && false)',
    caughtBy: ['tests/trading/engine/signals.test.ts'],
  },
  {
    name: 'a halted strategy still decides',
    file: `${ENGINE}/auto-trader.ts`,
    find: 'if (id === null || findActiveHalt(state, book.market, commodity, id)) return null;',
    replace: 'if (id === null) return null;',
    caughtBy: ['tests/trading/engine/playbook-halts.test.ts'],
  },
];
