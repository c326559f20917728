// Who may ask what: one line for every route, call and form. The judges of access, forgery and
// repeats are made from these tables,
// and fail by name while a route, a call or a form has no line here.

import { PREFERENCE_NAMES, getPreference } from '../../app/contracts/preferences';

export interface RouteRow {
  /**
   * `page` wants a session; `open` answers anybody; `post` only takes forms, from anybody; `probe`
   * is for monitors;
   * `layout` has no path of its own and wants a session, `frame` is the one around everything;
   * `calls` is the API, whose calls have rows below.
   */
  readonly kind: 'page' | 'open' | 'post' | 'probe' | 'layout' | 'frame' | 'calls';
  /** Paths to ask; those of a layout are its children's. */
  readonly paths: readonly string[];
  /** What its user gets, 200 when absent. */
  readonly status?: number;
  /** Answers a file to keep, in whatever form it is asked for; never data. */
  readonly isFile?: boolean;
}

const page = (...paths: string[]): RouteRow => ({ kind: 'page', paths });
const probe = (path: string, status = 200): RouteRow => ({ kind: 'probe', paths: [path], status });

export const ROUTE_ROWS: Readonly<Record<string, RouteRow>> = {
  root: { kind: 'frame', paths: ['/', '/login', '/nowhere'] },
  'routes/$': { kind: 'page', paths: ['/nowhere', '/weather/of/yesterday'], status: 404 },
  'routes/_terminal': { kind: 'layout', paths: ['/'] },
  'routes/_terminal.(dashboard)': page('/', '/dashboard'),
  'routes/_terminal.backtest': page('/backtest'),
  'routes/_terminal.model-card': page('/model-card'),
  // asked with the id of a position, which no backtest has
  'routes/_terminal.backtest_.$id': { ...page('/backtest/:id'), status: 404 },
  'routes/_terminal.commands': page('/commands'),
  'routes/_terminal.correlations': page('/correlations'),
  'routes/_terminal.institutional': page('/institutional'),
  'routes/_terminal.notifications': page('/notifications'),
  'routes/_terminal.portfolio': page('/portfolio'),
  'routes/_terminal.position.$id': page('/position/:id'),
  'routes/_terminal.radar': page('/radar'),
  'routes/_terminal.signals': page('/signals'),
  'routes/_terminal.weather': page('/weather'),
  'routes/_terminal.what-if': page('/what-if'),
  'routes/api.$': { kind: 'calls', paths: ['/api/no-such-call'] },
  'routes/backtest.$id.report': { ...page('/backtest/:id/report'), status: 404, isFile: true },
  'routes/emergency-stop': { kind: 'page', paths: ['/emergency-stop'], status: 404 },
  'routes/healthz': probe('/healthz'),
  'routes/login': { kind: 'open', paths: ['/login'] },
  'routes/logout': { kind: 'post', paths: ['/logout'] },
  'routes/metrics': probe('/metrics', 401),
  'routes/portfolio.report': { ...page('/portfolio/report'), isFile: true },
  'routes/preferences': { kind: 'post', paths: ['/preferences'] },
  'routes/readyz': probe('/readyz'),
  'routes/version': probe('/version'),
};

/** How a write changes what is stored. */
export interface Deed {
  /** Commands that one request sends. */
  readonly commands: number;
  /** Repeats without a key change nothing more. */
  readonly isNatural: boolean;
  /**
   * Takes risk away and is carried out whatever its key was used for: on a page that may be old.
   */
  readonly ignoresKey?: boolean;
  /** Wants a book that runs and holds positions. */
  readonly wantsPositions?: boolean;
  /** Wants a backtest under way; its id then stands where that of a position would. */
  readonly wantsBacktest?: boolean;
}

interface CallRow {
  /**
   * The body of a request that is granted; `:position` stands for the id of an own position, in the
   * path as well.
   */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly deed?: Deed;
  /** What its user gets who asks with the id of a position; 200 when absent. */
  readonly status?: number;
}

const READ: CallRow = {};
const one = (more: Partial<Deed> = {}): Deed => ({ commands: 1, isNatural: true, ...more });
const HOLDING: Partial<Deed> = { wantsPositions: true };
const EXIT: Partial<Deed> = { ...HOLDING, ignoresKey: true };

/** The shortest that there is. */
export const A_BACKTEST = {
  mode: 'corn',
  playbook: 'SUPPLY_CHAIN',
  years: '1',
  world: 'unseen',
  seed: 'access',
} as const;

export const CALL_ROWS: Readonly<Record<string, CallRow>> = {
  'GET auth/check': READ,
  'POST auth/login': { body: { username: 'nobody', password: 'not this one' } },
  'POST auth/logout': { body: {} },
  'GET trading-positions': READ,
  'GET closed-positions': READ,
  'POST trading-positions/close-all': { body: {}, deed: one(HOLDING) },
  'POST trading-positions/:id/close': { body: {}, deed: one(HOLDING) },
  'GET auto-trading/status': READ,
  'POST auto-trading/start': { body: { commodity: 'corn' }, deed: one() },
  'POST auto-trading/stop': { body: {}, deed: one(HOLDING) },
  'POST auto-trading/close-positions': { body: { commodity: 'corn' }, deed: one(HOLDING) },
  'POST auto-trading/toggle-commodity': {
    body: { commodity: 'natural-gas', enabled: true },
    deed: one(),
  },
  'POST auto-trading/fix-user-mapping': { body: {}, deed: { commands: 0, isNatural: true } },
  'GET trading/mode': READ,
  'POST trading/mode': { body: { mode: 'paper' }, deed: one() },
  'GET settings': READ,
  'POST settings': {
    body: { riskLevel: 'aggressive', tradingMode: 'paper' },
    deed: { commands: 2, isNatural: false },
  },
  'POST reset-trading-account': { body: {}, deed: one(HOLDING) },
  'GET market-status': READ,
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
  'GET forecast-skill': READ,
  'GET report-calendar': READ,
  'GET backtests': READ,
  'POST backtests': { body: A_BACKTEST },
  'GET backtests/:id': { status: 404 },
  'POST backtests/:id/cancel': {
    body: {},
    deed: { commands: 0, isNatural: true, wantsBacktest: true },
  },
};

interface FormRow {
  /**
   * Where it posts to, and what its buttons and fields say; `:position` stands for the id of an own
   * position.
   */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly deed?: Deed;
}

const deed = (
  action: string,
  fields: Readonly<Record<string, string>>,
  made: Deed = one(),
): FormRow => ({ action, fields, deed: made });

/**
 * Every form of every page by what it does: the address and the name of the deed tell them apart.
 */
export const FORM_ROWS: readonly FormRow[] = [
  { action: '/login', fields: { username: 'nobody', password: 'not this one' } },
  { action: '/logout', fields: {} },
  ...PREFERENCE_NAMES.map((name) => ({
    action: '/preferences',
    fields: { [name]: getPreference(name).choices.at(-1)?.value ?? '', from: '/' },
  })),
  deed('/', { intent: 'run', commodity: 'corn' }),
  deed('/', { intent: 'stop', commodity: 'corn' }, one(EXIT)),
  deed('/', { intent: 'close', commodity: 'corn' }, one(EXIT)),
  deed('/', { intent: 'run-all' }),
  deed('/', { intent: 'stop-all' }, one(EXIT)),
  deed('/', { intent: 'close-all' }, one(EXIT)),
  deed('/', { intent: 'close-position', position: ':position' }, one(HOLDING)),
  { action: '/', fields: { intent: 'data', commodity: 'corn' } },
  deed('/', { intent: 'choose', commodity: 'corn', playbook: 'BREAKOUT', chosen: '' }),
  deed(
    '/',
    {
      intent: 'settings',
      riskLevel: 'aggressive',
      positionSize: 'large',
      tradingMode: 'simulation',
    },
    { commands: 1, isNatural: false },
  ),
  deed('/', { intent: 'live' }),
  deed('/', { intent: 'reset' }, one(HOLDING)),
  deed('/emergency-stop', {}, one(EXIT)),
  { action: '/backtest', fields: { intent: 'start', ...A_BACKTEST } },
  { action: '/institutional', fields: { intent: 'again' } },
];

/** The name of what a form does: its intent, else the name of the button that sends it. */
export const deedName = (action: string, fields: Readonly<Record<string, string>>): string =>
  `${action} ${fields['intent'] ?? PREFERENCE_NAMES.find((name) => name in fields) ?? ''}`.trim();
