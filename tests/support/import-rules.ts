// Who may import whom, as a table over folders.
import type { Import } from './source-files';

/** Layers of the trading mind: a file may use values of its own layer and of those below. */
const LAYERS: readonly (readonly string[])[] = [
  ['domain'],
  ['ports', 'clock', 'clock-watch', 'random', 'statistics'],
  ['market', 'weather'],
  ['networks'],
  ['signals'],
  ['strategies'],
  ['risk', 'execution', 'portfolio'],
  ['engine', 'backtest'],
  ['desk'],
];
/** Shapes that layers below may name as types: the state and the events that pass through all of them. */
const SHARED_TYPES = [
  'app/trading/ports',
  'app/trading/engine/state',
  'app/trading/engine/event',
  'app/trading/strategies/playbook',
  'app/trading/risk/pre-trade',
];

const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'app/trading/simulation': [
    'app/trading/simulation/',
    'app/trading/domain/',
    'app/trading/ports',
    'app/trading/random',
    'app/trading/weather/',
    'app/trading/market/',
  ],
  'app/trading/networks': [
    'app/trading/networks/',
    'app/trading/domain/',
    'app/trading/statistics/',
    'app/trading/market/',
    'app/trading/weather/',
    'app/trading/ports',
    'app/trading/random',
  ],
  'app/trading/adapters': ['app/trading/adapters/', 'app/trading/domain/', 'app/trading/ports'],
  db: ['db/', 'app/trading/domain/'],
  'app/models': [
    'app/models/',
    'db/',
    'app/trading/domain/',
    'app/trading/weather/',
    'app/trading/market/',
    'app/trading/ports',
    'app/server/platform/env.server',
    'app/server/platform/log.server',
  ],
  'app/routes': [
    'app/routes/',
    'app/schemas/',
    'app/models/',
    'app/components/',
    'app/styles/',
    'app/trading/domain/',
    'app/trading/desk',
  ],
  'app/schemas': ['app/schemas/', 'app/contracts/messages', 'app/trading/domain/'],
  'app/components': ['app/components/', 'app/trading/domain/', 'app/contracts/messages'],
};
/** Files in app/ that a route may use besides its room: the signed-in way to everything else. */
const DOORS = [
  'guard',
  'start-up',
  'toast',
  'session',
  'auth',
  'device-cookie',
  'env',
  'log',
  'preferences',
  'answer',
  'pages',
  'health',
  'halts',
  'metrics',
  'project',
  'messages',
  'refusal',
  'market-hours',
  'wire',
  'account',
  'quotes',
  'performance',
  'portfolio-report',
  'notices',
  'standing-news',
  'or-failed',
  'charts',
  'chart-fills',
  'strategies',
  'weather-desk',
  'almanac-desk',
  'messages/weather',
  'messages/almanac',
  'backtests',
  'messages/backtest',
  'signals',
  'messages/signals',
  'weather-page',
  'dashboard-panels',
  'radar-page',
  'messages/weather-page',
  'institutional',
  'what-if',
  'model-card',
  'position-story',
  'twins',
  'messages/twins',
];

const FOREIGN_TO_TRADING = /^(react|@remix-run|drizzle|better-sqlite3|express|pino|node:|ws$)/;

const layerOf = (path: string): number => {
  const part = path.slice('app/trading/'.length).split('/')[0] ?? '';
  return LAYERS.findIndex((layer) => layer.includes(part.replace(/\.ts$/, '')));
};

const isUnder = (path: string, folder: string): boolean =>
  path.startsWith(`${folder}/`) || path === folder;

function tradingFault({ from, to, isOwn, isTypeOnly }: Import): string | null {
  if (!isOwn)
    return FOREIGN_TO_TRADING.test(to) && !isUnder(from, 'app/trading/adapters')
      ? 'the trading mind is pure'
      : null;
  if (!isUnder(to, 'app/trading')) return 'the trading mind knows nothing around it';
  const own = layerOf(from);
  const other = layerOf(to);
  if (own < 0 || other < 0) return null;
  if (isTypeOnly && own > 0 && SHARED_TYPES.includes(to)) return null;
  return own >= other ? null : 'a lower layer knows no higher one';
}

function roomFault({ from, to, isOwn, isTypeOnly }: Import): string | null {
  const room = Object.keys(ROOMS).find((folder) => isUnder(from, folder));
  if (!room || !isOwn) return null;
  const allowed = ROOMS[room] ?? [];
  if (allowed.some((start) => to.startsWith(start))) return null;
  if (isTypeOnly && SHARED_TYPES.includes(to)) return null;
  const isDoor =
    room === 'app/routes' &&
    DOORS.some((door) => to === `app/${door}.server` || to === `app/${door}`);
  return isDoor ? null : `${room} may not know it`;
}

/** What opens the simulated world: the simulator itself, and what walks worlds for backtests. */
const CLOSED = [
  'app/trading/simulation',
  'app/trading/adapters',
  'app/server/backtests/study',
  'app/server/backtests/world-tapes',
  'app/server/backtests/month-plans',
  'app/server/backtests/run-job',
  'app/server/risk/read-market',
  'app/server/risk/walk-pairs',
];
const OPENERS = [
  'app/server/desk/terminal.server.ts',
  'app/server/signals/world-past.server.ts',
  'app/backtest/',
  'app/risk/',
  'app/programs/',
  'app/workers/',
  'tests/',
];

function oracleFault({ from, to }: Import): string | null {
  for (const closed of CLOSED) {
    const mayOpen = OPENERS.some((start) => from.startsWith(start)) || isUnder(from, closed);
    if (isUnder(to, closed) && !mayOpen)
      return `${closed} is for terminal.server, programs, workers and the worlds of backtests alone`;
  }
  return null;
}

/** Why an import may not stand, with both ends; null when it may. */
export function importFault(edge: Import): string | null {
  const inTrading = isUnder(edge.from, 'app/trading');
  const fault = oracleFault(edge) ?? (inTrading ? tradingFault(edge) : null) ?? roomFault(edge);
  return fault === null ? null : `${edge.from} -> ${edge.to}: ${fault}`;
}
