/** State rebuilt from the event log: everything that survives a crash. */
import type { AccountHalt } from './account-halt';
import type { Arming } from './arming';
import type { Command } from './command';
import type { LimitBases, ReducedDrawdownLimit } from './limit-bases';
import type { CommodityKey } from './commodity';
import type { Instrument } from './instrument';
import type { EntryProposal } from './entry-proposal';
import type { Balances } from './ledger';
import type { MarginCall } from './margin-facts';
import type { Order } from './order';
import type { PlaybookHalts } from './playbook-halt';
import type { Position } from './position';
import type { Settings, TradingMode } from './settings';
import type { SignalState } from './signal-facts';
import type { EpochMs, Mills, Ticks } from './units';

export interface UserState {
  readonly userId: string;
  readonly mode: TradingMode;
  readonly settings: Settings;
  /** Times of recent mode switches, for the switch rate limit. */
  readonly modeSwitchTimes: readonly EpochMs[];
}

export interface CommoditySwitch {
  readonly active: boolean;
  readonly playbookId: string | null;
  /** Time of the last entry since RUN; one signal allows one entry. */
  readonly lastEntryMs: EpochMs | null;
  /** Consecutive losing trades. Legs and rolled months of one trade count once. */
  readonly losses: number;
  /** No entries until this time; null before the first cool-off. */
  readonly coolUntilMs: EpochMs | null;
}

/** The state of a commodity before any command. */
export const IDLE_SWITCH: CommoditySwitch = {
  active: false,
  playbookId: null,
  lastEntryMs: null,
  losses: 0,
  coolUntilMs: null,
};

/**
 * A manual order of the last second. An equal order from another tab returns the same order ids.
 */
export interface RecentManualOrder {
  /** Log sequence number of its command. */
  readonly seq: number;
  readonly atMs: EpochMs;
  readonly command: Extract<Command, { type: 'PlaceOrder' }>;
  /** Ids of the orders it placed; empty when it was refused. */
  readonly orderIds: readonly string[];
}

/** A trade with some parts closed: net P&L of those parts and the commodities of all parts. */
export interface OpenTrade {
  readonly netMills: Mills;
  readonly commodities: readonly CommodityKey[];
}

/**
 * Who or what requested the close. `leg`: another leg of its group closes. `strategy`: the target is
 * no longer wanted, and a stop at a remote broker must be cancelled first. `late fill`: a remote broker
 * filled an order that was to be cancelled, or more than was held. `halt`: a halt level closes positions.
 * `no stop`: its stop at a remote broker is gone.
 */
export const CLOSE_REASONS = [
  'manual',
  'drawdown',
  'reset',
  'leg',
  'operator',
  'strategy',
  'late fill',
  'halt',
  'no stop',
] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** A position to close. The engine retries at every price until it is closed. */
export interface PendingClose {
  readonly reason: CloseReason;
  readonly sinceMs: EpochMs;
  /** Reason shown to the user why it could not close at once; null for none. */
  readonly obstacle: string | null;
}

/** An order of a remote broker that has ended, of the last 30 days. */
export interface EndedOrder {
  readonly order: Order;
  readonly endedMs: EpochMs;
}

export interface Book extends LimitBases {
  readonly id: string;
  readonly userId: string;
  readonly mode: TradingMode;
  /** Market whose quotes value and fill this book. */
  readonly market: string;
  /** Number of resets. Positions and statistics belong to one epoch. */
  readonly epoch: number;
  readonly capitalMills: Mills;
  readonly openedMs: EpochMs;
  readonly balances: Balances;
  /** Active positions by id, oldest first. */
  readonly positions: Readonly<Record<string, Position>>;
  /** Working orders by id, oldest first. */
  readonly orders: Readonly<Record<string, Order>>;
  /** Ended orders by id whose executions may still be reported; of remote brokers only. */
  readonly endedOrders: Readonly<Record<string, EndedOrder>>;
  /** Lowest number of the next order to a remote broker. It never falls, also over resets. */
  readonly nextOrderNumber: number;
  /** Set by RUN ALL, cleared by STOP ALL and CLOSE ALL. */
  readonly globalActive: boolean;
  /** Set by a person, by a limit, and when broker and account disagree. Null while there is no halt. */
  readonly halt: AccountHalt | null;
  /** Permission to send entries of a live account; null while there is none. */
  readonly arming: Arming | null;
  /** Entries of strategies that wait for approval, by id, oldest first. */
  readonly proposals: Readonly<Record<string, EntryProposal>>;
  /** Times of rejections by a remote broker in the last minute. */
  readonly rejectionTimes: readonly EpochMs[];
  /** True while a reset waits for open positions to close. */
  readonly isResetPending: boolean;
  readonly commodities: Readonly<Partial<Record<CommodityKey, CommoditySwitch>>>;
  readonly opened: number;
  readonly closed: number;
  readonly won: number;
  /** Minute of the last logged valuation, whole minutes since 1970; -1 before the first. */
  readonly valuedMinute: number;
  /** True after a fill, until the next valuation is logged. */
  readonly isValuationDue: boolean;
  /** Equity at the last logged valuation; initial capital before the first. */
  readonly equityMills: Mills;
  /** Last valuation prices by contract held, used for display until a live quote arrives. */
  readonly marks: Readonly<Record<string, Ticks>>;
  /** Positions to close, by id. An entry is removed only when its position is closed. */
  readonly closing: Readonly<Record<string, PendingClose>>;
  /** Open margin call; null while equity covers the maintenance margin. */
  readonly marginCall: MarginCall | null;
  /** Set by a re-arm on the day of the trip. Ignored on later days. */
  readonly reducedAllowance?: ReducedDrawdownLimit;
  /** Manual orders of the last second of engine time. */
  readonly recentHandOrders?: readonly RecentManualOrder[];
  /** Partly closed trades, by group. */
  readonly openTrades: Readonly<Record<string, OpenTrade>>;
  /** Times of entry orders in the last minute, for the order rate limit. */
  readonly entryTimes: readonly EpochMs[];
  /** Name of the server to which the account has moved; absent while it is here. */
  readonly movedTo?: string;
}

/** Reason and time of the block on entries. */
export interface DisabledUser {
  readonly reason: string;
  readonly atMs: EpochMs;
}

export interface LoggedState {
  /** Incremented by every processed event, logged or not. Equal numbers imply equal state. */
  readonly sequence: number;
  /** Sequence number of the last log record. */
  readonly logSeq: number;
  /** Engine time of the last event; monotonic. */
  readonly nowMs: EpochMs;
  readonly trading: { readonly state: 'ACTIVE' | 'HALTED'; readonly reason: string };
  /** All contracts ever listed, by market and id. Open positions keep their tick value. */
  readonly listings: Readonly<Record<string, Readonly<Record<string, Instrument>>>>;
  readonly users: Readonly<Record<string, UserState>>;
  readonly books: Readonly<Record<string, Book>>;
  /** Signals and their scores, shared by all users. */
  readonly signals: SignalState;
  /** Halted playbooks, for all users. */
  readonly halts: PlaybookHalts;
  /** Users blocked from entries, by id; includes users without a book. */
  readonly disabledUsers: Readonly<Record<string, DisabledUser>>;
}

export const isUserDisabled = (
  { disabledUsers }: Pick<LoggedState, 'disabledUsers'>,
  userId: string,
): boolean => Object.hasOwn(disabledUsers, userId);

/** Number of the order after this one, which is the newest of the account. */
export const getNextOrderNumber = (
  { nextOrderNumber }: Pick<Book, 'nextOrderNumber'>,
  { remote }: Pick<Order, 'remote'>,
): number =>
  remote && remote.sentWith === undefined
    ? (remote.attachedStop?.number ?? remote.number) + 1
    : nextOrderNumber;

/** One book per user and mode. */
export const getBookId = (userId: string, mode: TradingMode): string => `${userId}:${mode}`;

/** The book of the selected mode; null before it is opened. */
export function getSelectedBook(state: LoggedState, userId: string): Book | null {
  const user = state.users[userId];
  return user ? (state.books[getBookId(userId, user.mode)] ?? null) : null;
}

/**
 * Equity at the start of a market day. A day starts with the equity of the valuation before it,
 * also while it has no valuation of its own.
 */
export const getMidnightEquity = (
  book: Pick<Book, 'day' | 'dayStartMills' | 'equityMills'>,
  today: string,
): Mills => (book.day === today ? book.dayStartMills : book.equityMills);

/** What the opening of an account decides. */
type BookOpening = Pick<
  Book,
  'id' | 'userId' | 'mode' | 'market' | 'epoch' | 'capitalMills' | 'openedMs' | 'balances'
>;

/** An account as it is opened: without positions, orders and running commodities. */
export const buildNewBook = (opening: BookOpening): Book => ({
  ...opening,
  positions: {},
  orders: {},
  endedOrders: {},
  nextOrderNumber: 1,
  halt: null,
  arming: null,
  proposals: {},
  rejectionTimes: [],
  globalActive: false,
  isResetPending: false,
  commodities: {},
  opened: 0,
  closed: 0,
  won: 0,
  valuedMinute: -1,
  isValuationDue: false,
  equityMills: opening.capitalMills,
  marks: {},
  closing: {},
  day: '',
  dayStartMills: opening.capitalMills,
  dayLowMills: opening.capitalMills,
  peakMills: opening.capitalMills,
  peakMs: opening.openedMs,
  drawdown: null,
  marginCall: null,
  openTrades: {},
  entryTimes: [],
});
