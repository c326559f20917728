/** A book and the desk as the log tells them: all that survives a crash. */
import type { Command } from './command';
import type { CommodityKey } from './commodity';
import type { Instrument } from './instrument';
import type { Balances } from './ledger';
import type { MarginCall } from './margin-facts';
import type { Order } from './order';
import type { PlaybookHalts } from './playbook-halt';
import type { Position } from './position';
import type { Settings, TradingMode } from './settings';
import type { SignalsDesk } from './signal-facts';
import type { EpochMs, Mills, Ticks } from './units';

export interface UserDesk {
  readonly userId: string;
  readonly mode: TradingMode;
  readonly settings: Settings;
  /** Times of the last mode switches, for their limit. */
  readonly modeSwitchTimes: readonly EpochMs[];
}

export interface CommoditySwitch {
  readonly active: boolean;
  readonly playbookId: string | null;
  /** When it last entered since RUN: a standing signal is taken once. */
  readonly lastEntryMs: EpochMs | null;
  /** Trades lost one after the other; legs and rolled months are one trade. */
  readonly losses: number;
  /** Until when it opens nothing after too many of them; null before the first time. */
  readonly coolUntilMs: EpochMs | null;
}

/** A switch that nobody has touched. */
export const IDLE_SWITCH: CommoditySwitch = {
  active: false,
  playbookId: null,
  lastEntryMs: null,
  losses: 0,
  coolUntilMs: null,
};

/** A breaker that has tripped: nothing opens before it is re-armed. */
export interface TrippedBreaker {
  readonly atMs: EpochMs;
  /** Highest equity before the fall, and the equity at which it tripped. */
  readonly peakMills: Mills;
  readonly equityMills: Mills;
  /** The fall that was allowed at that time. */
  readonly allowedMills: Mills;
  /** Trading day of the valuation that tripped it, YYYY-MM-DD. */
  readonly day: string;
}

/**
 * The smaller drawdown allowance of a book that was re-armed on the trading day of its trip; it
 * counts on that day alone.
 */
export interface ReducedAllowance {
  readonly day: string;
  readonly allowedMills: Mills;
}

/**
 * An order by hand of the last second, so that an equal one from another tab is answered with the
 * orders of this one.
 */
export interface RecentHandOrder {
  /** The record of its command. */
  readonly seq: number;
  readonly atMs: EpochMs;
  readonly command: Extract<Command, { type: 'PlaceOrder' }>;
  /** Orders that it placed; none where it was refused. */
  readonly orderIds: readonly string[];
}

/**
 * A trade of which a part is closed: what that part brought after fees, and in which commodities
 * its parts are.
 */
export interface OpenTrade {
  readonly netMills: Mills;
  readonly commodities: readonly CommodityKey[];
}

/**
 * Why a position has to be closed: by its user, by a breaker, or because something else closes with
 * it.
 */
export const CLOSE_REASONS = ['manual', 'drawdown', 'reset', 'leg', 'operator'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** A position that has to be closed. The engine tries at every price until it is. */
export interface ClosingRequest {
  readonly reason: CloseReason;
  readonly sinceMs: EpochMs;
  /** What kept it from closing at once, a sentence for a person; null when nothing did. */
  readonly obstacle: string | null;
}

export interface Book {
  readonly id: string;
  readonly userId: string;
  readonly mode: TradingMode;
  /** The market whose quotes mark and fill it. */
  readonly market: string;
  /** Counts resets; positions and statistics belong to one epoch. */
  readonly epoch: number;
  readonly capitalMills: Mills;
  readonly openedMs: EpochMs;
  readonly balances: Balances;
  /** Active positions by id, oldest first. */
  readonly positions: Readonly<Record<string, Position>>;
  /** Working orders by id, oldest first. */
  readonly orders: Readonly<Record<string, Order>>;
  /** Set by RUN ALL, cleared by STOP ALL and CLOSE ALL. */
  readonly globalActive: boolean;
  /** A reset waits for the last position of the epoch to close. */
  readonly isResetPending: boolean;
  readonly commodities: Readonly<Partial<Record<CommodityKey, CommoditySwitch>>>;
  readonly opened: number;
  readonly closed: number;
  readonly won: number;
  /** Minute of the last valuation, whole minutes since 1970; -1 before the first. */
  readonly valuedMinute: number;
  /** Equity at the last valuation; the capital before the first. */
  readonly equityMills: Mills;
  /**
   * Prices of the last valuation and of entries since, by contract held: what a position is shown
   * at until a live quote arrives.
   */
  readonly marks: Readonly<Record<string, Ticks>>;
  /**
   * Positions that have to be closed, by id: a state of the book, which ends only when the position
   * is closed.
   */
  readonly closing: Readonly<Record<string, ClosingRequest>>;
  /** Trading day of the daily loss limit and the equity it began with. */
  readonly day: string;
  readonly dayStartMills: Mills;
  /**
   * Lowest equity of that day, as valuations and the gate have seen it: a loss that was regained
   * still ends the day.
   */
  readonly dayLowMills: Mills;
  /**
   * Highest equity that a valuation has shown since the epoch began or the breaker was re-armed.
   */
  readonly peakMills: Mills;
  /** The breaker of the fall from that peak; null while it is armed. */
  readonly drawdown: TrippedBreaker | null;
  /** The margin call that is not met yet; null while equity covers the maintenance margin. */
  readonly marginCall: MarginCall | null;
  /**
   * Set by a re-arming on the day of the trip; absent or of an earlier day, the normal allowance
   * counts.
   */
  readonly reducedAllowance?: ReducedAllowance;
  /** Orders by hand within the last second of engine time before the newest of them. */
  readonly recentHandOrders?: readonly RecentHandOrder[];
  /** Trades of which one part is closed and another still open, by group. */
  readonly openTrades: Readonly<Record<string, OpenTrade>>;
  /** Times of entry orders within the last minute, for the order rate. */
  readonly entryTimes: readonly EpochMs[];
}

/** Why and since when a user may open nothing. */
export interface DisabledUser {
  readonly reason: string;
  readonly atMs: EpochMs;
}

export interface LoggedDesk {
  /**
   * The engine's sequence number: one more with every processed event, logged or not. Equal numbers
   * mean equal figures.
   */
  readonly sequence: number;
  /** Number of the last record in the log. */
  readonly logSeq: number;
  /** Engine time of the last event; it never goes back. */
  readonly nowMs: EpochMs;
  readonly trading: { readonly state: 'ACTIVE' | 'HALTED'; readonly reason: string };
  /**
   * Every contract ever listed, by market and id: the worth of a tick does not change under an open
   * position.
   */
  readonly listings: Readonly<Record<string, Readonly<Record<string, Instrument>>>>;
  readonly users: Readonly<Record<string, UserDesk>>;
  readonly books: Readonly<Record<string, Book>>;
  /** What networks have said of prices, and what came of it; the same for all users. */
  readonly signals: SignalsDesk;
  /** Playbooks that failed, for all users. */
  readonly halts: PlaybookHalts;
  /** Users for whom nothing is opened, by id; also users without a book. */
  readonly disabledUsers: Readonly<Record<string, DisabledUser>>;
}

export const isUserDisabled = (
  { disabledUsers }: Pick<LoggedDesk, 'disabledUsers'>,
  userId: string,
): boolean => Object.hasOwn(disabledUsers, userId);

/** One book per user and mode: its id says which. */
export const bookId = (userId: string, mode: TradingMode): string => `${userId}:${mode}`;

/** The book that the user's commands and screens mean, or null before it is opened. */
export function selectedBook(state: LoggedDesk, userId: string): Book | null {
  const user = state.users[userId];
  return user ? (state.books[bookId(userId, user.mode)] ?? null) : null;
}
