// Faults of rolls, expiry and daily limits.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';
const BROKER = 'app/trading/execution/simulated-broker.ts';
const ROLLS = ['tests/trading/engine/rolls.test.ts'];
const ENDINGS = ['tests/trading/engine/roll-endings.test.ts'];
const LOCKS = ['tests/trading/engine/locked-market.test.ts'];

export const MONTH_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a resting order fills at the daily limit',
    file: BROKER,
    find: 'if (isLockedFor(order.side, event.quote)) return null;',
    replace: '',
    caughtBy: LOCKS,
  },
  {
    name: 'an exit fills at the daily limit',
    file: BROKER,
    find: '&& !isLockedFor(order.side, quote)',
    replace: '',
    caughtBy: LOCKS,
  },
  {
    name: 'the farthest month is the active month',
    file: `${ENGINE}/chain.ts`,
    find: 'contract.rollMs >= activeRollMs)',
    replace: 'contract.rollMs < (active?.instrument.contract?.rollMs ?? 0))',
    caughtBy: ROLLS,
  },
  {
    name: 'a stop interrupts a roll halfway',
    file: `${ENGINE}/stop-trading.ts`,
    find: 'if (order.rollOf !== undefined && !ROLL_ENDING_REASONS.includes(reason)) continue;',
    replace: '',
    caughtBy: ENDINGS,
  },
  {
    name: 'a roll needs headroom for both months',
    file: `${ENGINE}/orders.ts`,
    find: 'if (!rolledPosition)\n    return',
    replace: 'if (rolledPosition ?? true) return',
    caughtBy: ROLLS,
  },
  {
    name: 'a roll is executed twice',
    file: `${ENGINE}/rolls.ts`,
    find: 'if (isRolled(tx, book, position)) return finishRoll(tx, config, book, position, from);',
    replace: '',
    caughtBy: ENDINGS,
  },
  {
    name: 'a position stopped during its roll is entered again',
    file: `${ENGINE}/executions.ts`,
    find: "cancelEntries(tx, config, position.bookId, getGroupId(position), 'position closed');",
    replace: '',
    caughtBy: ENDINGS,
  },
  {
    name: 'an expired month settles at a price from before expiry',
    file: 'app/trading/risk/settlement.ts',
    find: '(nowMs - expiresMs > staleAfterMs && expiresMs - quotedMs <= staleAfterMs)',
    replace: 'true',
    caughtBy: ENDINGS,
  },
  {
    name: 'stop and target are not adjusted at a roll',
    file: 'app/trading/risk/protection.ts',
    find: 'priceTicks + intoLastTicks - fromLastTicks - intoQuoteTicks',
    replace: 'priceTicks - intoQuoteTicks',
    caughtBy: ROLLS,
  },
  {
    name: 'the audit accepts every roll',
    file: 'app/audit/replay-orders.ts',
    find: "if (facts['rollOf'] !== undefined)",
    replace: "if (facts['rollOf'] === null)",
    caughtBy: ['tests/models/log/rolled-books.test.ts'],
  },
  {
    name: 'a list shows an expiring month',
    file: 'app/models/market/quotes.server.ts',
    find: 'listTradedContracts(state.markets[market], null, nowMs)',
    replace: 'Object.values(state.markets[market]?.instruments ?? {})',
    caughtBy: ['tests/models/market/quotes.test.ts'],
  },
  {
    name: 'order size has no market impact',
    file: 'app/trading/execution/friction.ts',
    find: 'const IMPACT_RATIO = 0.1;',
    replace: 'const IMPACT_RATIO = 0;',
    caughtBy: ['tests/trading/execution-impact.test.ts'],
  },
];
