// Access rules: one row per route, call and form. Access, forgery and repeat tests are built from
// these tables and fail for a missing row.

import { PREFERENCE_NAMES, getPreference } from '../../app/contracts/preferences';
import type { Role } from '../../app/trading/domain/role';
import { PASSWORD } from './desk-server';

export interface RouteRow {
  /**
   * `page` needs a session; `open` is public; `post` accepts forms only, from anyone; `probe` is
   * for monitoring; `layout` needs a session and has no path; `frame` is the root; `calls` is the
   * API, with rows below.
   */
  readonly kind: 'page' | 'open' | 'post' | 'probe' | 'layout' | 'frame' | 'calls';
  /** Paths to request; a layout uses its children's. */
  readonly paths: readonly string[];
  /** Status for an authorized user; default 200. */
  readonly status?: number;
  /** Returns a download in every request form, never data. */
  readonly isFile?: boolean;
}

const createPageRow = (...paths: string[]): RouteRow => ({ kind: 'page', paths });
const createProbeRow = (path: string, status = 200): RouteRow => ({
  kind: 'probe',
  paths: [path],
  status,
});

export const ROUTE_ROWS: Readonly<Record<string, RouteRow>> = {
  root: { kind: 'frame', paths: ['/', '/login', '/nowhere'] },
  'routes/$': { kind: 'page', paths: ['/nowhere', '/weather/of/yesterday'], status: 404 },
  'routes/_terminal': { kind: 'layout', paths: ['/'] },
  'routes/_terminal.(dashboard)': createPageRow('/', '/dashboard'),
  'routes/_terminal.account': createPageRow('/account'),
  'routes/_terminal.backtest': createPageRow('/backtest'),
  // Contract codes are public and belong to no user.
  'routes/_terminal.chart.$contract': createPageRow('/chart/NG', '/chart/CL?range=1D'),
  'routes/_terminal.live': createPageRow('/live'),
  'routes/_terminal.model-card': createPageRow('/model-card'),
  // Requested with a position id, which no backtest has.
  'routes/_terminal.backtest_.$id': { ...createPageRow('/backtest/:id'), status: 404 },
  'routes/_terminal.commands': createPageRow('/commands'),
  'routes/_terminal.correlations': createPageRow('/correlations'),
  'routes/_terminal.data-health': createPageRow('/data-health'),
  'routes/_terminal.institutional': createPageRow('/institutional'),
  'routes/_terminal.calendar': createPageRow('/calendar', '/calendar?commodity=corn'),
  'routes/_terminal.curve.($symbol)': createPageRow(
    '/curve',
    '/curve/natural-gas',
    '/curve/ET-PJM',
  ),
  'routes/_terminal.notifications': createPageRow('/notifications'),
  'routes/_terminal.portfolio': createPageRow('/portfolio'),
  'routes/_terminal.position.$id': createPageRow('/position/:id'),
  'routes/_terminal.radar': createPageRow('/radar'),
  'routes/_terminal.signals': createPageRow('/signals'),
  // For operators alone.
  'routes/_terminal.users': { ...createPageRow('/users'), status: 403 },
  'routes/_terminal.weather': createPageRow('/weather'),
  'routes/_terminal.what-if': createPageRow('/what-if'),
  'routes/api.$': { kind: 'calls', paths: ['/api/no-such-call'] },
  'routes/backtest.$id.report': {
    ...createPageRow('/backtest/:id/report'),
    status: 404,
    isFile: true,
  },
  'routes/emergency-stop': { kind: 'page', paths: ['/emergency-stop'], status: 404 },
  'routes/export.$file': {
    ...createPageRow(
      '/export/positions.csv',
      '/export/closed-positions.csv',
      '/export/fills.csv',
      '/export/signals.csv',
      '/export/correlations.csv',
      '/export/degree-days.csv',
      '/export/readings.csv',
      '/export/backtests.csv',
      '/export/curve.csv?commodity=NG',
      '/export/calendar.csv',
    ),
    isFile: true,
  },
  'routes/healthz': createProbeRow('/healthz'),
  'routes/login': { kind: 'open', paths: ['/login'] },
  'routes/logout': { kind: 'post', paths: ['/logout'] },
  'routes/metrics': createProbeRow('/metrics', 401),
  'routes/portfolio.report': { ...createPageRow('/portfolio/report'), isFile: true },
  'routes/preferences': { kind: 'post', paths: ['/preferences'] },
  'routes/readyz': createProbeRow('/readyz'),
  'routes/refresh.$section': {
    kind: 'calls',
    paths: ['/refresh/signals', '/refresh/desk', '/refresh/shell'],
  },
  'routes/version': createProbeRow('/version'),
};

/** Effect of a write on stored data. */
export interface WriteEffect {
  /** Commands per request. */
  readonly commands: number;
  /** Whether repeats without a key change nothing. */
  readonly isIdempotent: boolean;
  /** Reduces risk and is executed whatever its key, because the page may be old. */
  readonly ignoresKey?: boolean;
  /** Needs a running account with positions. */
  readonly needsPositions?: boolean;
  /** Needs a running backtest, whose id replaces the position id. */
  readonly needsBacktest?: boolean;
}

interface CallRow {
  /**
   * Body of an accepted request; `:position` stands for a position id of the user, also in the
   * path.
   */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly effect?: WriteEffect;
  /** Lowest role that may write; default trader. */
  readonly needs?: Role;
  /** Status when requested with a position id; default 200. */
  readonly status?: number;
}

const READ: CallRow = {};
const createEffect = (more: Partial<WriteEffect> = {}): WriteEffect => ({
  commands: 1,
  isIdempotent: true,
  ...more,
});
const HOLDING: Partial<WriteEffect> = { needsPositions: true };
const EXIT: Partial<WriteEffect> = { ...HOLDING, ignoresKey: true };

/** The shortest possible backtest. */
export const SHORT_BACKTEST = {
  mode: 'corn',
  playbook: 'SUPPLY_CHAIN',
  years: '1',
  world: 'unseen',
  seed: 'access',
} as const;

export const CALL_ROWS: Readonly<Record<string, CallRow>> = {
  'GET auth/check': READ,
  'POST auth/login': {
    body: { username: 'unknown-user', password: 'not this one' },
    needs: 'viewer',
  },
  'POST auth/logout': { body: {}, needs: 'viewer' },
  'GET trading-positions': READ,
  'GET closed-positions': READ,
  'POST trading-positions/close-all': { body: {}, effect: createEffect(HOLDING), needs: 'viewer' },
  'POST trading-positions/:id/close': { body: {}, effect: createEffect(HOLDING), needs: 'viewer' },
  'GET auto-trading/status': READ,
  'POST auto-trading/start': { body: { commodity: 'corn' }, effect: createEffect() },
  'POST auto-trading/stop': { body: {}, effect: createEffect(HOLDING), needs: 'viewer' },
  'POST auto-trading/close-positions': {
    body: { commodity: 'corn' },
    effect: createEffect(HOLDING),
    needs: 'viewer',
  },
  'POST auto-trading/toggle-commodity': {
    body: { commodity: 'natural-gas', enabled: true },
    effect: createEffect(),
  },
  'POST auto-trading/fix-user-mapping': { body: {}, effect: { commands: 0, isIdempotent: true } },
  'GET trading/mode': READ,
  'POST trading/mode': { body: { mode: 'paper' }, effect: createEffect() },
  'GET settings': READ,
  'POST settings': {
    body: { riskLevel: 'aggressive', tradingMode: 'paper' },
    effect: { commands: 2, isIdempotent: false },
  },
  'POST reset-trading-account': { body: {}, effect: createEffect(HOLDING) },
  'GET market-status': READ,
  'GET curve': READ,
  'GET calendar': READ,
  'GET ai-trading-signals': READ,
  'GET trading-signals': READ,
  'GET signal-ledger': READ,
  'GET electricity-futures': READ,
  'GET natural-gas-futures': READ,
  'GET corn-futures': READ,
  'GET soybean-futures': READ,
  'GET wheat-futures': READ,
  'GET orange-juice-futures': READ,
  'GET energy-futures': READ,
  'GET coffee-futures': READ,
  'GET crude-oil-futures': READ,
  'GET cotton-futures': READ,
  'GET agricultural-futures': READ,
  // Without a contract.
  'GET bars': { status: 400 },
  'GET portfolio-performance': READ,
  'GET portfolio-snapshots': READ,
  'GET twin-accounts': READ,
  'GET weather-data': READ,
  'GET weather-intelligence': READ,
  'GET correlation-analysis': READ,
  'GET real-weather-map': READ,
  'GET weather-correlations': READ,
  'GET almanac': READ,
  'GET degree-days': READ,
  'GET storage': READ,
  'GET petroleum-stocks': READ,
  'GET forecast-skill': READ,
  'GET report-calendar': READ,
  'GET backtests': READ,
  'POST backtests': { body: SHORT_BACKTEST },
  'GET backtests/:id': { status: 404 },
  'POST backtests/:id/cancel': {
    body: {},
    effect: { commands: 0, isIdempotent: true, needsBacktest: true },
  },
};

interface FormRow {
  /** Target and fields; `:position` stands for a position id of the user. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly effect?: WriteEffect;
  /** Lowest role that may send it; default trader. */
  readonly needs?: Role;
}

/** A form that every role may send. */
const forViewers = (row: FormRow): FormRow => ({ ...row, needs: 'viewer' });

const createFormRow = (
  action: string,
  fields: Readonly<Record<string, string>>,
  formEffect: WriteEffect = createEffect(),
): FormRow => ({ action, fields, effect: formEffect });

/** Every form of every page, identified by address and intent. */
export const FORM_ROWS: readonly FormRow[] = [
  forViewers({ action: '/login', fields: { username: 'unknown-user', password: 'not this one' } }),
  forViewers({ action: '/logout', fields: {} }),
  ...PREFERENCE_NAMES.map((name) =>
    forViewers({
      action: '/preferences',
      fields: { [name]: getPreference(name).choices.at(-1)?.value ?? '', from: '/' },
    }),
  ),
  createFormRow('/', { intent: 'run', commodity: 'corn' }),
  forViewers(createFormRow('/', { intent: 'stop', commodity: 'corn' }, createEffect(EXIT))),
  forViewers(createFormRow('/', { intent: 'close', commodity: 'corn' }, createEffect(EXIT))),
  createFormRow('/', { intent: 'run-all' }),
  forViewers(createFormRow('/', { intent: 'stop-all' }, createEffect(EXIT))),
  forViewers(createFormRow('/', { intent: 'close-all' }, createEffect(EXIT))),
  forViewers(
    createFormRow('/', { intent: 'close-position', position: ':position' }, createEffect(HOLDING)),
  ),
  forViewers({ action: '/', fields: { intent: 'data', commodity: 'corn' } }),
  createFormRow('/', { intent: 'choose', commodity: 'corn', playbook: 'BREAKOUT', chosen: '' }),
  createFormRow(
    '/',
    {
      intent: 'settings',
      riskLevel: 'aggressive',
      positionSize: 'large',
      tradingMode: 'simulation',
    },
    { commands: 1, isIdempotent: false },
  ),
  createFormRow('/', { intent: 'live' }),
  createFormRow('/', { intent: 'reset' }, createEffect(HOLDING)),
  forViewers(createFormRow('/emergency-stop', {}, createEffect(EXIT))),
  forViewers({
    action: '/account',
    fields: {
      intent: 'passphrase',
      current: PASSWORD,
      next: 'plum gravel otter lantern',
      repeat: 'plum gravel otter lantern',
    },
  }),
  forViewers({ action: '/account', fields: { intent: 'sign-out-elsewhere' } }),
  { action: '/backtest', fields: { intent: 'start', ...SHORT_BACKTEST } },
  { action: '/institutional', fields: { intent: 'again' } },
];

/** Intent of a form, else the name of its submit button. */
export const getFormName = (action: string, fields: Readonly<Record<string, string>>): string =>
  `${action} ${fields['intent'] ?? PREFERENCE_NAMES.find((name) => name in fields) ?? ''}`.trim();
