// Who may import whom, as one table over folders. Type imports count like any other; there are no
// exceptions.
import type { Import } from './source-files';

/** Layers of app/trading from the bottom up: a file may import its own layer and those below. */
const TRADING_LAYERS: readonly (readonly string[])[] = [
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

const inTrading = (names: readonly string[]): string[] =>
  names.map((name) => `app/trading/${name}`);
const DOMAIN = inTrading(['domain']);
const TRADING = inTrading(TRADING_LAYERS.flat());
const SIMULATION = 'app/trading/simulation';

/** Each folder or file, and what it may import besides itself. */
const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...TRADING_LAYERS.flatMap((layer, index) => {
    const below = inTrading(TRADING_LAYERS.slice(0, index + 1).flat());
    return inTrading(layer).map((part) => [part, below] as const);
  }),
  [SIMULATION, inTrading(['domain', 'ports', 'random', 'market', 'weather'])],
  ['db', DOMAIN],
  ['app/contracts', DOMAIN],
  ['app/audit', ['db', 'app/contracts', ...DOMAIN]],
  ['app/components', ['app/contracts', ...DOMAIN]],
  // The model card shows the benchmarks that are kept with the documents.
  ['app/models', ['db', 'app/contracts', 'docs/benchmarks', ...TRADING]],
  ['app/server', ['db', 'app/contracts', 'app/models', ...TRADING, SIMULATION]],
  ...['app/routes', 'app/root', 'app/entry.client', 'app/entry.server'].map(
    (screen) =>
      [
        screen,
        [
          'app/contracts',
          'app/models',
          'app/server',
          'app/components',
          'app/trading/desk',
          ...DOMAIN,
        ],
      ] as const,
  ),
  ['app/programs', ['app', 'db']],
]);

/** Packages that an area must do without; the first row that holds a file decides. */
const FOREIGN: readonly (readonly [area: string, packages: RegExp])[] = [
  ['app/trading', /^(react|@remix-run|drizzle|better-sqlite3|express|pino|node:|ws$)/],
  ['app/contracts', /^(react|@remix-run|drizzle|better-sqlite3|express|pino|node:|ws$)/],
  ['app/components', /^(drizzle|better-sqlite3|express|pino|node:|ws$)/],
  ['app/routes', /^(drizzle|better-sqlite3)/],
  // Reports are files that React renders to text.
  ['app/models/reports', /^(@remix-run|express)/],
  ['app/models', /^(react|@remix-run|express)/],
];

const isUnder = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

/** The row of the table for a path; null where it has none. */
const findArea = (path: string): string | null =>
  [...MAY_IMPORT.keys()].find((area) => isUnder(path, area)) ?? null;

/** Why an import is against the rules of the house, or null. */
export function importFault({ from, to, isOwn }: Import): string | null {
  const fault = findFault(from.replace(/\.(ts|tsx|js)$/, ''), to, isOwn);
  return fault === null ? null : `${from} imports ${to}: ${fault}`;
}

function findFault(from: string, to: string, isOwn: boolean): string | null {
  if (!isUnder(from, 'app') && !isUnder(from, 'db')) return null;
  if (!isOwn) {
    const [folder, packages] = FOREIGN.find(([each]) => isUnder(from, each)) ?? [];
    return packages?.test(to) ? `${folder} does without ${to}` : null;
  }
  const area = findArea(from);
  if (area === null) return 'it stands in no folder of the table';
  if (isUnder(to, area)) return null;
  const allowed = MAY_IMPORT.get(area) ?? [];
  if (allowed.some((folder) => isUnder(to, folder))) return null;
  return `${area} may import ${allowed.join(', ') || 'nothing else'}`;
}
