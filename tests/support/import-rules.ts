// Import rules per folder. Type imports count; there are no exceptions.
import type { Import } from './source-files';

/** Layers of app/trading, bottom up: a file may import its own layer and lower ones. */
const TRADING_LAYERS: readonly (readonly string[])[] = [
  ['domain'],
  ['ports', 'clock', 'clock-watch', 'random', 'statistics'],
  ['market', 'weather'],
  ['networks'],
  ['signals'],
  ['strategies'],
  ['risk', 'execution', 'portfolio'],
  ['engine', 'backtest'],
  ['desk-view'],
];

const toTradingPaths = (names: readonly string[]): string[] =>
  names.map((name) => `app/trading/${name}`);
const DOMAIN = toTradingPaths(['domain']);
const TRADING = toTradingPaths(TRADING_LAYERS.flat());
const SIMULATION = 'app/trading/simulation';

/** Allowed imports per folder or file, besides itself. */
const ALLOWED_IMPORTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...TRADING_LAYERS.flatMap((layer, index) => {
    const below = toTradingPaths(TRADING_LAYERS.slice(0, index + 1).flat());
    return toTradingPaths(layer).map((part) => [part, below] as const);
  }),
  [SIMULATION, toTradingPaths(['domain', 'ports', 'random', 'market', 'weather'])],
  ['db', DOMAIN],
  ['app/contracts', DOMAIN],
  ['app/audit', ['db', 'app/contracts', ...DOMAIN]],
  ['app/components', ['app/contracts', ...DOMAIN]],
  // The model card shows the committed benchmarks.
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
          'app/trading/desk-view',
          ...DOMAIN,
        ],
      ] as const,
  ),
  ['app/programs', ['app', 'db']],
]);

/** Banned packages per area; the first matching row counts. */
const BANNED_PACKAGES: readonly (readonly [area: string, packages: RegExp])[] = [
  ['app/trading', /^(react|@remix-run|drizzle|better-sqlite3|express|pino|node:|ws$)/],
  ['app/contracts', /^(react|@remix-run|drizzle|better-sqlite3|express|pino|node:|ws$)/],
  ['app/components', /^(drizzle|better-sqlite3|express|pino|node:|ws$)/],
  ['app/routes', /^(drizzle|better-sqlite3)/],
  // Reports are rendered to text by React.
  ['app/models/reports', /^(@remix-run|express)/],
  ['app/models', /^(react|@remix-run|express)/],
];

const isUnder = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

/** Area of a path; null when it has none. */
const findArea = (path: string): string | null =>
  [...ALLOWED_IMPORTS.keys()].find((area) => isUnder(path, area)) ?? null;

/** Rule violation of an import, or null. */
export function findImportFault({ from, to, isOwn }: Import): string | null {
  const fault = findFault(from.replace(/\.(ts|tsx|js)$/, ''), to, isOwn);
  return fault === null ? null : `${from} imports ${to}: ${fault}`;
}

function findFault(from: string, to: string, isOwn: boolean): string | null {
  if (!isUnder(from, 'app') && !isUnder(from, 'db')) return null;
  if (!isOwn) {
    const [folder, packages] = BANNED_PACKAGES.find(([each]) => isUnder(from, each)) ?? [];
    return packages?.test(to) ? `${folder} must not import ${to}` : null;
  }
  const area = findArea(from);
  if (area === null) return 'its folder has no import rule';
  if (isUnder(to, area)) return null;
  const allowed = ALLOWED_IMPORTS.get(area) ?? [];
  if (allowed.some((folder) => isUnder(to, folder))) return null;
  return `${area} may import ${allowed.join(', ') || 'nothing'}`;
}
