/**
 * The ports in which simulation, replay, paper and live differ; the one for prices is
 * `MarketSource` in engine/market-source,
 * because it speaks in engine events. Everything else is one path.
 */
import type { CommodityKey } from './domain/commodity';
import type { LoggedDesk } from './domain/book';
import type { CommandResult } from './domain/command';
import type { Instrument } from './domain/instrument';
import type { Order } from './domain/order';
import type { Position } from './domain/position';
import type { Bar, Quote } from './domain/quote';
import type { LogRecord } from './domain/record';
import type { ShadowDay, ShadowDesk } from './domain/twin';
import type { EpochMs, Lots, Mills, Ticks } from './domain/units';
import type { Approved } from './domain/approved';

export interface Clock {
  /** Engine time: wall time live, the feed's time in replay. */
  nowMs(): EpochMs;
  /** For durations only; never goes back. */
  monotonicMs(): number;
}

/**
 * Chance by name and number: the same seed, stream and step give the same value, whatever was asked
 * before.
 */
export interface Random {
  /** 128 bits as 32 hexadecimal digits. */
  id(stream: string, step: number): string;
  /** Uniform in [0, 1). */
  uniform(stream: string, step: number): number;
}

export type MarketEvent =
  | {
      readonly type: 'QuoteArrived';
      readonly market: string;
      readonly instrumentId: string;
      readonly quote: Quote;
    }
  /** A bar begins at this price: resting market orders fill here. */
  | {
      readonly type: 'BarOpened';
      readonly market: string;
      readonly instrumentId: string;
      readonly quote: Quote;
    }
  /** A bar ended: stops and targets inside it fill, playbooks fold it and decide. */
  | {
      readonly type: 'BarClosed';
      readonly market: string;
      readonly instrumentId: string;
      readonly bar: Bar;
      readonly quote: Quote;
    };

/**
 * One reading of a weather series, e.g. `hdd` at `us`; `publishedMs` is when it could first be
 * known.
 */
export interface WeatherReading {
  readonly type: 'WeatherObserved';
  readonly market: string;
  readonly series: string;
  readonly value: number;
  readonly validMs: EpochMs;
  readonly publishedMs: EpochMs;
}

/** Prices in time order, of which a history is played. It may end or go on for ever. */
export interface Feed {
  readonly market: string;
  readonly instruments: readonly Instrument[];
  /** A quote older than this may open nothing. */
  readonly staleAfterMs: number;
  /**
   * Length of a commodity's bars where the feed has bars of one length only: a history. All
   * playbooks are folded over these. Absent where there are bars of every length.
   */
  readonly barMs?: (commodity: CommodityKey) => number;
  events(): Iterable<MarketEvent> | AsyncIterable<MarketEvent>;
}

export interface WeatherFeed {
  readonly market: string;
  readonly series: readonly string[];
  readings(): Iterable<WeatherReading> | AsyncIterable<WeatherReading>;
}

export type ExecutionReport =
  | { readonly type: 'Acknowledged'; readonly orderId: string }
  | {
      readonly type: 'Filled';
      readonly orderId: string;
      readonly executionId: string;
      readonly lots: Lots;
      readonly priceTicks: Ticks;
      readonly feeMills: Mills;
      readonly midTicks: Ticks;
      readonly atMs: EpochMs;
    }
  | { readonly type: 'Cancelled'; readonly orderId: string; readonly reason: string }
  | { readonly type: 'Rejected'; readonly orderId: string; readonly reason: string }
  | { readonly type: 'Expired'; readonly orderId: string }
  | { readonly type: 'Lost'; readonly orderId: string; readonly reason: string };

export type FilledReport = Extract<ExecutionReport, { readonly type: 'Filled' }>;

/**
 * The state of an order that was sent, as its broker reports it. `fills` are all its executions so
 * far, the oldest
 * first, under the ids of their reports. `never received`: the broker neither has the order nor had
 * it.
 */
export type OrderStatus = { readonly orderId: string } & (
  | { readonly state: 'working' | 'filled'; readonly fills: readonly FilledReport[] }
  | {
      readonly state: 'cancelled';
      readonly fills: readonly FilledReport[];
      readonly reason: string;
    }
  | { readonly state: 'rejected'; readonly reason: string }
  | { readonly state: 'never received' }
);

export interface Broker {
  readonly name: string;
  /**
   * Remote orders leave only after their intent is on disk, and their reports arrive later as
   * events of their own.
   */
  readonly isRemote: boolean;
  /**
   * Takes an order; answers what follows at once from the quote that stands (null when there is
   * none).
   * `instrument`: the order's contract as the desk lists it. A remote broker has terms of its own
   * and ignores it.
   */
  submit(
    order: Approved<Order>,
    quote: Quote | null,
    instrument: Instrument,
  ): readonly ExecutionReport[];
  /**
   * What a market event of a contract does to its resting orders; a remote broker answers nothing
   * here.
   */
  match(
    event: MarketEvent,
    working: readonly Order[],
    instrument: Instrument,
  ): readonly ExecutionReport[];
  cancel(order: Order): readonly ExecutionReport[];
  /**
   * The state of working orders: one answer for each. Sends nothing and changes nothing, so it may
   * be repeated.
   * Rejects when the broker cannot answer: then nothing is known of any of them. A broker in this
   * process reports in the
   * step that stores the order: what is stored as working is working.
   */
  findOrders(orders: readonly Order[]): Promise<readonly OrderStatus[]>;
}

/**
 * All that one or several processed events must leave on disk, in one transaction or not at all.
 */
export interface Commit {
  readonly records: readonly LogRecord[];
  /**
   * The desk after the last record: balances, flags and counters of the books it touched are stored
   * from here.
   */
  readonly state: LoggedDesk;
  /** Latest version of every order and position that the records touched, final ones included. */
  readonly orders: readonly Order[];
  readonly positions: readonly Position[];
  readonly results: readonly CommandResult[];
  /** The twins after the batch, and their days that are over by it; absent where none run. */
  readonly twins?: { readonly desk: ShadowDesk; readonly days: readonly ShadowDay[] };
}

export interface Journal {
  /**
   * Stores before anything is published. Throws StorageError when it could not; then nothing is
   * stored.
   */
  commit(commit: Commit): void;
  /** Tries to free what can be freed before the disk is asked again; never throws. */
  makeRoom?(): void;
  /**
   * Writes about as much as a command does, durably, and no record. Throws StorageError while the
   * disk cannot be written.
   */
  probe(): void;
  /** The stored answer of an earlier command of this user with this key. */
  findResult(userId: string, idempotencyKey: string): CommandResult | null;
}

/** The disk refused: nothing of the commit is stored. */
export class StorageError extends Error {}
