// The desk as the audit retells it from the log: what each row must hold, kept only as long as it
// may still change.
import type { TickWorth } from './arithmetic';
import type { Facts } from './facts';
import type { AuditRow } from './tables';

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
  filled: bigint;
  reserved: bigint;
  state: string;
  changedSeq: number;
}

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
  /** Whether the entry of its roll was placed: there is one. */
  isRolled: boolean;
}

export interface ReplayedSwitch {
  active: boolean;
  playbookId: string | null;
  lastEntryMs: number | null;
  /** Trades lost one after the other. */
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
  readonly positions: Map<string, ReplayedPosition>;
  readonly switches: Map<string, ReplayedSwitch>;
  readonly executions: Set<string>;
  epoch: bigint;
  capital: bigint;
  openedMs: number;
  isGlobalActive: boolean;
  isResetPending: boolean;
  opened: number;
  closed: number;
  won: number;
  valuedMinute: number;
  valued: bigint;
  day: string;
  dayStart: bigint;
  /** Lowest equity of the day, as valuations and the gate have seen it. */
  dayLow: bigint;
  /**
   * Highest equity since the epoch began or the breaker was re-armed, and whether the breaker has
   * tripped.
   */
  peak: bigint;
  isTripped: boolean;
  /**
   * When the margin call began that is not met yet, and the reduction that may place orders: its
   * record and the lots of each position.
   */
  calledMs: number | null;
  reduction: { readonly seq: number; readonly lots: Facts } | null;
  /** Trading day of the last trip, and the smaller allowance of the last re-arming that had one. */
  trippedDay: string;
  reduced: { readonly day: string; readonly allowed: bigint } | null;
  /**
   * Net results of trades of which a part is closed, and the commodities of their parts, by group.
   */
  readonly trades: Map<string, { net: bigint; readonly commodities: Set<string> }>;
  /** Positions that have to be closed, by id, with the engine time of the request. */
  readonly closing: Map<string, number>;
  /**
   * Whether a valuation has stated the time of its oldest quote: from then on each must, and each
   * must mark everything held.
   */
  hasLiveMarks: boolean;
  /**
   * The valuation before this one in the same epoch: it decides on which grid the next one is
   * first.
   */
  point: { readonly atMs: number; readonly day: string } | null;
}

export interface ReplayedContract extends TickWorth {
  readonly commodity: string;
  /** Size units in one lot, as a fraction. */
  readonly lot: { readonly digits: bigint; readonly scale: bigint };
  readonly mayBeNegative: boolean;
  /** All its terms as one text. */
  readonly terms: string;
}

export interface ReplayedDesk {
  readonly books: Map<string, ReplayedBook>;
  readonly users: Map<string, { mode: string; settings: Facts }>;
  readonly listings: Map<string, Map<string, ReplayedContract>>;
  /** Playbooks that are halted, by market, commodity and id. */
  readonly halted: Set<string>;
  /** Users that an operator has disabled, by id. */
  readonly disabled: Set<string>;
  trading: string;
  reason: string;
}

const toFlag = (value: unknown): number => (value === true ? 1 : 0);
const cell = (facts: Facts, name: string): string | number | null =>
  (facts[name] ?? null) as string | number | null;

export const orderRow = (book: ReplayedBook, order: ReplayedOrder): AuditRow => ({
  id: order.id,
  user_id: book.userId,
  book_id: book.id,
  epoch: Number(order.epoch),
  commodity: cell(order.facts, 'commodity'),
  instrument_id: order.instrumentId,
  side: order.side,
  type: cell(order.facts, 'type'),
  purpose: order.purpose,
  lots: Number(order.lots),
  filled_lots: Number(order.filled),
  price_ticks: cell(order.facts, 'priceTicks'),
  position_id: order.positionId,
  group_id: cell(order.facts, 'groupId'),
  playbook_id: cell(order.facts, 'playbookId'),
  stop_distance_ticks: cell(order.facts, 'stopDistanceTicks'),
  target_distance_ticks: cell(order.facts, 'targetDistanceTicks'),
  reserved_mills: Number(order.reserved),
  state: order.state,
  placed_ms: cell(order.facts, 'placedMs'),
  placed_seq: order.placedSeq,
  changed_seq: order.changedSeq,
});

export const positionRow = (book: ReplayedBook, held: ReplayedPosition): AuditRow => ({
  id: held.id,
  user_id: book.userId,
  book_id: book.id,
  epoch: Number(held.epoch),
  commodity: held.commodity,
  instrument_id: held.instrumentId,
  group_id: held.groupId,
  playbook_id: held.playbookId,
  direction: held.direction,
  status: held.closedSeq === null ? 'ACTIVE' : 'CLOSED',
  lots: Number(held.lots),
  lots_entered: Number(held.entered),
  cost_mills: Number(held.cost),
  entry_value_mills: Number(held.entryValue),
  exit_value_mills: Number(held.exitValue),
  realised_mills: Number(held.realised),
  fees_mills: Number(held.fees),
  reserved_mills: Number(held.reserved),
  opened_ms: held.openedMs,
  closed_ms: held.closedMs,
  opened_seq: held.openedSeq,
  closed_seq: held.closedSeq,
});

export const bookRow = (book: ReplayedBook): AuditRow => ({
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

export const switchRow = (
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

export const userRow = (
  userId: string,
  { mode, settings }: { mode: string; settings: Facts },
): AuditRow => ({
  user_id: userId,
  mode,
  trading_signals_enabled: toFlag(settings['tradingSignalsEnabled']),
  price_alerts_enabled: toFlag(settings['priceAlertsEnabled']),
  weather_updates_enabled: toFlag(settings['weatherUpdatesEnabled']),
  risk_level: cell(settings, 'riskLevel'),
  position_size: cell(settings, 'positionSize'),
  real_time_data_enabled: toFlag(settings['realTimeDataEnabled']),
  refresh_interval: cell(settings, 'refreshInterval'),
});

/** A signal that waits for its score. */
export interface ReplayedSignal {
  readonly expiresMs: number;
  readonly priceTicks: bigint;
  readonly chance: number;
  readonly rivals: Facts;
  readonly place: string;
}
