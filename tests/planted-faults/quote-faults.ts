// Faults of quotes that the gateway of a user gives: their time, their type, their source and their use.
import type { PlantedFault } from './faults';

const LINE = 'app/trading/market/sources/ibkr/quote-line.ts';
const LINE_TEST = 'tests/trading/market/sources/quote-line.test.ts';
const QUOTES = 'app/server/brokers/ibkr/ibkr-quotes.ts';
const QUOTES_TEST = 'tests/server/brokers/ibkr-quotes.deep.test.ts';

export const QUOTE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a delayed quote has the time of its arrival',
    file: LINE,
    find: "const delayMs = type === 'live' ? 0 : LONGEST_DELAY_MS;",
    replace: 'const delayMs = 0;',
    caughtBy: [LINE_TEST],
  },
  {
    name: 'a delayed figure counts as live where live data were announced',
    file: LINE,
    find: 'const isDelayedLine = line.type !== null && !isLiveLine;',
    replace: 'const isDelayedLine = line.type !== null;',
    caughtBy: [LINE_TEST],
  },
  {
    name: 'a quote of a closed session has the time of its arrival',
    file: LINE,
    find: '  getSession(getContract(commodity), atMs).isOpen;',
    replace: '  getSession(getContract(commodity), atMs).isOpen || atMs > 0;',
    caughtBy: [LINE_TEST],
  },
  {
    name: 'a real account opens a position at a delayed quote',
    file: 'app/trading/engine/broker-access.ts',
    find: 'if (!isReal || market?.hasLiveQuotes === true) return null;',
    replace: 'if (!isReal || market !== null) return null;',
    caughtBy: ['tests/trading/engine/arming.test.ts'],
  },
  {
    name: 'two connections quote one contract',
    file: 'app/server/brokers/connected-quotes.ts',
    find: '    if (isActiveUsable) return;',
    replace: '',
    also: [
      {
        file: 'app/server/brokers/connected-quotes.ts',
        find: '    const usable = connected.find(([userId]) => !this.unusable.has(userId));',
        replace: '    const usable = connected.at(-1);',
      },
      {
        file: 'app/server/brokers/connected-quotes.ts',
        find: '    if (former) this.endActive(former);',
        replace: '    if (!former) this.lostMs = this.nowMs();',
      },
    ],
    caughtBy: ['tests/server/brokers/connected-quotes.test.ts'],
  },
  {
    name: 'quotes are not requested again after a restart of the gateway',
    file: QUOTES,
    find: '    for (const watcher of [...this.watchers]) watcher();\n    this.requestMissing();',
    replace: '    for (const watcher of [...this.watchers]) watcher();',
    caughtBy: [QUOTES_TEST],
  },
  {
    name: 'a contract with other terms is quoted',
    file: QUOTES,
    find: 'return difference === null ? null : `not quoted, because ${difference}`;',
    replace: 'return difference === undefined ? `not quoted, because ${difference}` : null;',
    caughtBy: [QUOTES_TEST],
  },
  {
    name: 'a quote of a vendor replaces a current one of the gateway',
    file: 'app/trading/market/sources/preferred-quotes.ts',
    find: 'other === null || isCurrent || quote.atMs >= other.atMs',
    replace: 'other === null || quote.atMs >= other.atMs',
    caughtBy: ['tests/trading/market/sources/preferred-quotes.test.ts'],
  },
  {
    name: 'quotes are requested before their terms are accepted',
    file: 'app/server/feeds/public/gateway-quotes.server.ts',
    find: '    if (this.findTerms() === null) return this.endRequests();',
    replace: '',
    caughtBy: ['tests/server/feeds/public/gateway-quotes.test.ts'],
  },
  {
    name: 'the last quote of a previous run fills an order',
    file: 'app/server/feeds/public/late-price-pump.server.ts',
    find: 'return this.publishEvent(buildMarketEvent(event, true));',
    replace: 'return this.publishEvent(buildMarketEvent(event, false));',
    caughtBy: ['tests/server/feeds/public/gateway-quotes.test.ts'],
  },
];
