// Replayed accounts, and the database rows they must have.
import type { Settings } from '../trading/domain/settings';
import type { TickValue } from './arithmetic';
import type { Facts } from './record-facts';
import type { AuditRow } from './audited-tables';

export interface ReplayedOrder {
  readonly facts: Facts;
  readonly id: string;
  readonly side: string;
  readonly purpose: string;
  readonly instrumentId: string;
  readonly positionId: string;
  readonly lots: bigint;
  readonly placedSeq: number;
  readonly epoch: bigint;
  /** Executions of a remote broker by id, as booked; it may correct them. */
  readonly fills: Map<string, ReplayedFill>;
  filled: bigint;
  reserved: bigint;
  state: string;
  changedSeq: number;
}

export interface ReplayedFill {
  readonly positionId: string;
  readonly lots: bigint;
  readonly ticks: bigint;
  readonly fee: bigint;
}

export const isRemoteOrder = ({ facts }: ReplayedOrder): boolean => facts['remote'] !== undefined;

export interface ReplayedPosition {
  readonly id: string;
  readonly epoch: bigint;
  readonly commodity: string;
  readonly instrumentId: string;
  readonly groupId: string | null;
  readonly playbookId: string | null;
  readonly direction: string;
  readonly openedMs: number;
  readonly openedSeq: number;
  lots: bigint;
  entered: bigint;
  cost: bigint;
  entryValue: bigint;
  exitValue: bigint;
  realised: bigint;
  fees: bigint;
  reserved: bigint;
  closedMs: number | null;
  closedSeq: number | null;
  /** True once the entry of its roll was placed; there is at most one. */
  isRolled: boolean;
}

export interface ReplayedSwitch {
  active: boolean;
  playbookId: string | null;
  lastEntryMs: number | null;
  /** Losing streak. */
  losses: number;
}

export const ACCOUNTS = ['available', 'reserved', 'equity', 'realised', 'fees'] as const;

export interface ReplayedBook {
  readonly id: string;
  readonly userId: string;
  readonly mode: string;
  readonly market: string;
  readonly accounts: Record<(typeof ACCOUNTS)[number], bigint>;
  readonly orders: Map<string, ReplayedOrder>;
  /** Ended orders of remote brokers, with engine times, whose executions may still come. */
  readonly ended: Map<string, { readonly order: ReplayedOrder; readonly endedMs: number }>;
  readonly positions: Map<string, ReplayedPosition>;
  readonly switches: Map<string, ReplayedSwitch>;
  readonly executions: Set<string>;
  /** True once an order went to a remote broker. */
  hasRemoteOrders: boolean;
  nextOrderNumber: bigint;
  epoch: bigint;
  capital: bigint;
  openedMs: number;
  isGlobalActive: boolean;
  /** Level of its halt; 0 without one. */
  haltLevel: bigint;
  /** True once a disagreement with the broker needs an operator. */
  needsOperator: boolean;
  /** Permission to send entries, or the request for it; null without one. */
  arming: { readonly isArmed: boolean; readonly untilMs: number; readonly mustAsk: boolean } | null;
  wasArmed: boolean;
  /** Entries that wait for approval, by id; and the last approval, with the legs that it may still place. */
  readonly proposals: Map<
    string,
    { readonly legs: number; readonly commodity: string; readonly untilMs: number }
  >;
  approved: { readonly id: string; readonly legs: number; readonly seq: number } | null;
  isResetPending: boolean;
  opened: number;
  closed: number;
  won: number;
  valuedMinute: number;
  valued: bigint;
  day: string;
  dayStart: bigint;
  /** Lowest equity of the day, from valuations and rejections. */
  dayLow: bigint;
  /** Peak equity since the account period started or the breaker was re-armed. */
  peak: bigint;
  isTripped: boolean;
  /** Start of an open margin call, and the reduction whose orders are expected. */
  calledMs: number | null;
  reduction: { readonly seq: number; readonly lots: Facts } | null;
  /** Trading day of the last trip, and the last reduced allowance. */
  trippedDay: string;
  reduced: { readonly day: string; readonly allowed: bigint } | null;
  /** Net results and commodities of partly closed trades, by group. */
  readonly trades: Map<string, { net: bigint; readonly commodities: Set<string> }>;
  /** Close requests: engine time by position id. */
  readonly closing: Map<string, number>;
  /**
   * True once a valuation stated its oldest quote: from then on each must, and must mark every
   * contract held.
   */
  hasLiveMarks: boolean;
  /** Previous valuation of the period, which determines the snapshot resolution. */
  lastValuation: { readonly atMs: number; readonly day: string } | null;
  /** Server to which it has moved; null while it is here. */
  movedTo: string | null;
}

/** An account as it is opened. */
export const createReplayedBook = (
  opening: Pick<
    ReplayedBook,
    'id' | 'userId' | 'mode' | 'market' | 'epoch' | 'capital' | 'openedMs'
  >,
): ReplayedBook => ({
  ...opening,
  accounts: { available: 0n, reserved: 0n, equity: 0n, realised: 0n, fees: 0n },
  orders: new Map(),
  ended: new Map(),
  positions: new Map(),
  switches: new Map(),
  executions: new Set(),
  hasRemoteOrders: false,
  nextOrderNumber: 1n,
  haltLevel: 0n,
  needsOperator: false,
  arming: null,
  wasArmed: false,
  proposals: new Map(),
  approved: null,
  isGlobalActive: false,
  isResetPending: false,
  opened: 0,
  closed: 0,
  won: 0,
  valuedMinute: -1,
  valued: opening.capital,
  day: '',
  dayStart: opening.capital,
  dayLow: opening.capital,
  peak: opening.capital,
  isTripped: false,
  trippedDay: '',
  reduced: null,
  calledMs: null,
  reduction: null,
  trades: new Map(),
  closing: new Map(),
  hasLiveMarks: false,
  lastValuation: null,
  movedTo: null,
});

export interface ReplayedContract extends TickValue {
  readonly commodity: string;
  /** Size units per lot, as a fraction. */
  readonly lot: { readonly digits: bigint; readonly scale: bigint };
  readonly mayBeNegative: boolean;
  /** All terms as canonical JSON. */
  readonly terms: string;
}

export interface ReplayedDesk {
  readonly books: Map<string, ReplayedBook>;
  readonly users: Map<string, { mode: string; settings: Facts }>;
  readonly listings: Map<string, Map<string, ReplayedContract>>;
  /** Halted playbooks by market, commodity and id. */
  readonly halted: Set<string>;
  /** Ids of disabled users. */
  readonly disabled: Set<string>;
  trading: string;
  reason: string;
}

const toFlag = (value: unknown): number => (value === true ? 1 : 0);
const readCell = (facts: Facts, name: string): string | number | null =>
  (facts[name] ?? null) as string | number | null;

export const buildOrderRow = (book: ReplayedBook, order: ReplayedOrder): AuditRow => ({
  id: order.id,
  user_id: book.userId,
  book_id: book.id,
  epoch: Number(order.epoch),
  commodity: readCell(order.facts, 'commodity'),
  instrument_id: order.instrumentId,
  side: order.side,
  type: readCell(order.facts, 'type'),
  purpose: order.purpose,
  lots: Number(order.lots),
  filled_lots: Number(order.filled),
  price_ticks: readCell(order.facts, 'priceTicks'),
  position_id: order.positionId,
  group_id: readCell(order.facts, 'groupId'),
  playbook_id: readCell(order.facts, 'playbookId'),
  stop_distance_ticks: readCell(order.facts, 'stopDistanceTicks'),
  target_distance_ticks: readCell(order.facts, 'targetDistanceTicks'),
  reserved_mills: Number(order.reserved),
  state: order.state,
  placed_ms: readCell(order.facts, 'placedMs'),
  placed_seq: order.placedSeq,
  changed_seq: order.changedSeq,
});

export const buildPositionRow = (book: ReplayedBook, position: ReplayedPosition): AuditRow => ({
  id: position.id,
  user_id: book.userId,
  book_id: book.id,
  epoch: Number(position.epoch),
  commodity: position.commodity,
  instrument_id: position.instrumentId,
  group_id: position.groupId,
  playbook_id: position.playbookId,
  direction: position.direction,
  status: position.closedSeq === null ? 'ACTIVE' : 'CLOSED',
  lots: Number(position.lots),
  lots_entered: Number(position.entered),
  cost_mills: Number(position.cost),
  entry_value_mills: Number(position.entryValue),
  exit_value_mills: Number(position.exitValue),
  realised_mills: Number(position.realised),
  fees_mills: Number(position.fees),
  reserved_mills: Number(position.reserved),
  opened_ms: position.openedMs,
  closed_ms: position.closedMs,
  opened_seq: position.openedSeq,
  closed_seq: position.closedSeq,
});

export const buildBookRow = (book: ReplayedBook): AuditRow => ({
  id: book.id,
  user_id: book.userId,
  mode: book.mode,
  market: book.market,
  epoch: Number(book.epoch),
  capital_mills: Number(book.capital),
  opened_ms: book.openedMs,
  available_mills: Number(book.accounts.available),
  reserved_mills: Number(book.accounts.reserved),
  equity_mills: Number(book.accounts.equity),
  realised_mills: Number(book.accounts.realised),
  fees_mills: Number(book.accounts.fees),
  global_active: toFlag(book.isGlobalActive),
  is_reset_pending: toFlag(book.isResetPending),
  opened: book.opened,
  closed: book.closed,
  won: book.won,
  valued_minute: book.valuedMinute,
  valued_mills: Number(book.valued),
  day: book.day,
  day_start_mills: Number(book.dayStart),
  day_low_mills: Number(book.dayLow),
});

export const buildSwitchRow = (
  book: ReplayedBook,
  commodity: string,
  state: ReplayedSwitch,
): AuditRow => ({
  book_id: book.id,
  commodity,
  active: toFlag(state.active),
  playbook_id: state.playbookId,
  last_entry_ms: state.lastEntryMs,
});

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';
/** One column per setting: a new setting does not compile without its column. */
type SettingsColumns = {
  readonly [Name in keyof Settings as SnakeCase<Name>]: string | number | null;
};

export const buildUserRow = (
  userId: string,
  { mode, settings }: { mode: string; settings: Facts },
): AuditRow => ({ user_id: userId, mode, ...buildSettingsColumns(settings) });

const buildSettingsColumns = (settings: Facts): SettingsColumns => ({
  trading_signals_enabled: toFlag(settings['tradingSignalsEnabled']),
  price_alerts_enabled: toFlag(settings['priceAlertsEnabled']),
  weather_updates_enabled: toFlag(settings['weatherUpdatesEnabled']),
  risk_level: readCell(settings, 'riskLevel'),
  position_size: readCell(settings, 'positionSize'),
  real_time_data_enabled: toFlag(settings['realTimeDataEnabled']),
  refresh_interval: readCell(settings, 'refreshInterval'),
});

/** An unscored signal. */
export interface ReplayedSignal {
  readonly expiresMs: number;
  readonly priceTicks: bigint;
  readonly probability: number;
  readonly benchmarks: Facts;
  readonly networkKey: string;
}
