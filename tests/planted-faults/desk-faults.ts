// Faults of a desk that trades by itself: breakers, regimes, networks, halts, books that are
// changed in place.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';
const RISK = 'app/trading/risk';

export const DESK_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a book falls from its peak and nothing trips',
    file: `${ENGINE}/breakers.ts`,
    find: 'if (subtractMills(peakMills, equityMills) <= allowedMills) return;',
    replace: 'if (equityMills > 0) return;',
    caughtBy: ['tests/trading/engine/breakers.test.ts'],
  },
  {
    name: 'trades are lost in a row and the commodity goes on',
    file: `${ENGINE}/breakers.ts`,
    find: 'if (losses < LOSSES_IN_A_ROW_MAX) continue;',
    replace: 'if (losses < 99) continue;',
    caughtBy: ['tests/trading/engine/breakers.test.ts'],
  },
  {
    name: 'a position without its stop holds up nothing',
    file: `${RISK}/checks.ts`,
    find: 'const [bare] = listUnprotected(book);',
    replace: 'const [, bare] = listUnprotected(book);',
    caughtBy: ['tests/trading/risk-gate.test.ts'],
  },
  {
    name: 'a wild spread keeps nobody out',
    file: `${RISK}/regime.ts`,
    find: 'const SPREAD_MULTIPLE = 3;',
    replace: 'const SPREAD_MULTIPLE = 3000;',
    caughtBy: ['tests/trading/engine/regime.test.ts'],
  },
  {
    name: 'a hurricane holds up exits as well',
    file: `${ENGINE}/auto-trader.ts`,
    find: 'if (!book || isClosing(book, position)) return;',
    replace:
      'if (!book || isClosing(book, position) || Object.values(draft.state.markets[book.market]?.inputs ?? {}).includes(1)) return;',
    caughtBy: ['tests/trading/engine/regime.test.ts'],
  },
  {
    name: 'books that were shown are changed',
    file: `${ENGINE}/state-transaction.ts`,
    find: 'if (this.books !== books) this.books = { ...books };',
    replace: 'this.books = books as Record<string, Book>;',
    caughtBy: ['tests/trading/engine/own-books.test.ts'],
  },
  {
    name: 'a network that was demoted goes on speaking',
    file: `${ENGINE}/entry-context.ts`,
    find: 'getSignal(frozen, instrument, riskLevel, isDemoted)',
    replace: 'getSignal(frozen, instrument, riskLevel, isDemoted && false)',
    caughtBy: ['tests/trading/engine/signals.test.ts'],
  },
  {
    name: 'a halted playbook goes on deciding',
    file: `${ENGINE}/auto-trader.ts`,
    find: 'if (id === null || findActiveHalt(state, book.market, commodity, id)) return null;',
    replace: 'if (id === null) return null;',
    caughtBy: ['tests/trading/engine/playbook-halts.test.ts'],
  },
];
