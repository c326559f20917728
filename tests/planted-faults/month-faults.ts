// Faults in months that end and in markets at their limit.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';
const BROKER = 'app/trading/execution/simulated-broker.ts';
const ROLLS = ['tests/trading/engine/rolls.test.ts'];
const ENDINGS = ['tests/trading/engine/roll-endings.test.ts'];
const LOCKS = ['tests/trading/engine/locked.test.ts'];

export const MONTH_FAULTS: readonly PlantedFault[] = [
  {
    name: 'what rests fills through a lock',
    file: BROKER,
    find: 'if (isLockedFor(order.side, event.quote)) return null;',
    replace: '',
    caughtBy: LOCKS,
  },
  {
    name: 'an exit fills through a lock',
    file: BROKER,
    find: '&& !isLockedFor(order.side, quote)',
    replace: '',
    caughtBy: LOCKS,
  },
  {
    name: 'the month furthest away is the active one',
    file: `${ENGINE}/chain.ts`,
    find: 'if (contract.rollMs < (active?.instrument.contract?.rollMs ?? Infinity))',
    replace: 'if (contract.rollMs > (active?.instrument.contract?.rollMs ?? 0))',
    caughtBy: ROLLS,
  },
  {
    name: 'a stop ends a roll by halves',
    file: `${ENGINE}/stop-trading.ts`,
    find: 'if (order.rollOf !== undefined && !ENDS_ROLLS.includes(reason)) continue;',
    replace: '',
    caughtBy: ENDINGS,
  },
  {
    name: 'a roll needs room for both of its months',
    file: `${ENGINE}/orders.ts`,
    find: 'if (!rolled)\n    return',
    replace: 'if (rolled ?? true) return',
    caughtBy: ROLLS,
  },
  {
    name: 'a roll is done twice',
    file: `${ENGINE}/rolls.ts`,
    find: 'if (isRolled(draft, book, position)) return finishRoll(draft, config, book, position, from);',
    replace: '',
    caughtBy: ENDINGS,
  },
  {
    name: 'what was stopped in its roll is entered all the same',
    file: `${ENGINE}/executions.ts`,
    find: "cancelEntries(draft, config, position.bookId, groupName(position), 'position closed');",
    replace: '',
    caughtBy: ENDINGS,
  },
  {
    name: 'an expired month is left at a price from before its end',
    file: 'app/trading/risk/settlement.ts',
    find: '(nowMs - expiresMs > staleAfterMs && expiresMs - quotedMs <= staleAfterMs)',
    replace: 'true',
    caughtBy: ENDINGS,
  },
  {
    name: 'stop and target stay where the old month was',
    file: 'app/trading/risk/protection.ts',
    find: 'priceTicks + intoLastTicks - fromLastTicks - intoTouchTicks',
    replace: 'priceTicks - intoTouchTicks',
    caughtBy: ROLLS,
  },
  {
    name: 'the audit believes every roll',
    file: 'app/audit/fold-orders.ts',
    find: "if (facts['rollOf'] !== undefined)",
    replace: "if (facts['rollOf'] === null)",
    caughtBy: ['tests/models/log/rolled-books.test.ts'],
  },
  {
    name: 'a list shows a month that ends',
    file: 'app/models/market/quotes.server.ts',
    find: 'listTradedContracts(desk.state().markets[market], null, nowMs)',
    replace: 'Object.values(desk.state().markets[market]?.instruments ?? {})',
    caughtBy: ['tests/models/market/quotes.test.ts'],
  },
  {
    name: 'size costs nothing',
    file: 'app/trading/execution/friction.ts',
    find: 'const IMPACT_SHARE = 0.1;',
    replace: 'const IMPACT_SHARE = 0;',
    caughtBy: ['tests/trading/execution-impact.test.ts'],
  },
];
