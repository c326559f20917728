/**
 * All that the desk knows at one instant. Immutable: a step makes a new one and shares what did not change.
 * `users`, `books` and `trading` follow from the log alone; `market` follows from the feeds and is never stored.
 */
import type { CommodityKey } from '../domain/commodity';
import type { Instrument } from '../domain/instrument';
import type { Balances } from '../domain/ledger';
import type { Order } from '../domain/order';
import type { Position } from '../domain/position';
import type { Bar, Quote } from '../domain/quote';
import type { Settings, TradingMode } from '../domain/settings';
import type { EpochMs, Mills } from '../domain/units';
import type { RuleState } from '../strategies/strategy';

export interface UserDesk {
  readonly userId: string;
  readonly mode: TradingMode;
  readonly settings: Settings;
}

export interface CommoditySwitch {
  readonly active: boolean;
  readonly playbookId: string | null;
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
  readonly commodities: Readonly<Partial<Record<CommodityKey, CommoditySwitch>>>;
  readonly opened: number;
  readonly closed: number;
  readonly won: number;
  /** Minute of the last valuation, whole minutes since 1970; -1 before the first. */
  readonly valuedMinute: number;
  /** Trading day of the daily loss limit and the equity it began with. */
  readonly day: string;
  readonly dayStartMills: Mills;
  /** Times of entry orders within the last minute, for the order rate. */
  readonly entryTimes: readonly EpochMs[];
}

export interface InstrumentMarket {
  readonly instrument: Instrument;
  readonly quote: Quote | null;
  readonly staleAfterMs: number;
  readonly lastBar: Bar | null;
  readonly bars: number;
  /** Fast mean (60 bars) of squared relative changes: sigma of one bar is its root. */
  readonly variance: number;
  /** Mean of |price| over about 30 bars, in ticks: the size of a price that may pass through zero. */
  readonly scaleTicks: number;
  /** Folded state of every playbook that may trade it, by playbook id. */
  readonly rules: Readonly<Record<string, RuleState>>;
}

export interface MarketState {
  readonly name: string;
  readonly instruments: Readonly<Record<string, InstrumentMarket>>;
  /** Latest published value of each weather series. */
  readonly weather: Readonly<Record<string, { readonly value: number; readonly validMs: EpochMs; readonly publishedMs: EpochMs }>>;
}

export interface DeskState {
  /** The engine's sequence number: one more with every processed event, logged or not. Equal numbers mean equal figures. */
  readonly sequence: number;
  /** Number of the last record in the log. */
  readonly logSeq: number;
  /** Engine time of the last event; it never goes back. */
  readonly nowMs: EpochMs;
  readonly trading: { readonly state: 'ACTIVE' | 'HALTED'; readonly reason: string };
  readonly users: Readonly<Record<string, UserDesk>>;
  readonly books: Readonly<Record<string, Book>>;
  readonly markets: Readonly<Record<string, MarketState>>;
}

export const EMPTY_DESK: DeskState = {
  sequence: 0, logSeq: 0, nowMs: 0, trading: { state: 'ACTIVE', reason: '' }, users: {}, books: {}, markets: {},
};

/** One book per user and mode: its id says which. */
export const bookId = (userId: string, mode: TradingMode): string => `${userId}:${mode}`;

/** The book that the user's commands and screens mean, or null before it is opened. */
export function selectedBook(state: DeskState, userId: string): Book | null {
  const user = state.users[userId];
  return user ? (state.books[bookId(userId, user.mode)] ?? null) : null;
}

export const instrumentMarket = (state: DeskState, market: string, instrumentId: string): InstrumentMarket | null =>
  state.markets[market]?.instruments[instrumentId] ?? null;
