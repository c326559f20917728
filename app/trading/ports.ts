/**
 * Ports in which simulation, replay, paper and live differ. The port for prices is `MarketSource`
 * in engine/market-source, because it uses engine events.
 */
import type { BrokerQuoteSource } from './domain/broker-quotes';
import type { CommodityKey } from './domain/commodity';
import type { LoggedState } from './domain/book';
import type { CommandResult } from './domain/command';
import type { CommandRequest } from './domain/command-origin';
import type { Instrument } from './domain/instrument';
import type { MinuteValue } from './domain/minute-value';
import type { Order } from './domain/order';
import type { Position } from './domain/position';
import type { Bar, Quote } from './domain/quote';
import type { LogRecord } from './domain/record';
import type { ShadowDay, ShadowState } from './domain/shadow-account';
import type { EpochMs, Lots, Mills, Ticks } from './domain/units';
import type { Approved } from './domain/approved';

export interface Clock {
  /** Engine time: wall time when live, the feed's time in replay. */
  nowMs(): EpochMs;
  /** For durations only; never goes back. */
  monotonicMs(): number;
}

/**
 * Random values by stream and step: the same seed, stream and step give the same value, in any
 * order of calls.
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
  /** A bar opens: resting market orders fill at this price. */
  | {
      readonly type: 'BarOpened';
      readonly market: string;
      readonly instrumentId: string;
      readonly quote: Quote;
    }
  /** A bar closes: stops and targets inside it fill, playbooks fold it and decide. */
  | {
      readonly type: 'BarClosed';
      readonly market: string;
      readonly instrumentId: string;
      readonly bar: Bar;
      /** The newest price: later than the bar where that arrives after other prices. */
      readonly quote: Quote;
      /** True where quotes of this time have matched the orders: the range of the bar fills none. */
      readonly isQuoted?: true;
    };

/**
 * One reading of a weather series, e.g. `hdd` at `us`. `publishedMs`: first time it could be used.
 */
export interface WeatherReading {
  readonly type: 'WeatherObserved';
  readonly market: string;
  readonly series: string;
  readonly value: number;
  readonly validMs: EpochMs;
  readonly publishedMs: EpochMs;
}

/** Prices in time order; finite or endless. */
export interface Feed {
  readonly market: string;
  readonly instruments: readonly Instrument[];
  /** Older quotes block entries. */
  readonly staleAfterMs: number;
  /**
   * Bar length by commodity where the feed has one length only (a history); all playbooks then use
   * it. Absent where all lengths exist.
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
  /** A venue replaced earlier executions: `lots`, price and fee are those of the whole execution. */
  | {
      readonly type: 'Corrected';
      readonly orderId: string;
      readonly executionId: string;
      /** Earlier executions, newest first: the first booked one is replaced. */
      readonly replacesIds: readonly string[];
      readonly lots: Lots;
      readonly priceTicks: Ticks;
      readonly feeMills: Mills;
      readonly midTicks: Ticks;
      readonly atMs: EpochMs;
    }
  /** The whole fee of an execution, reported after it, or instead of an estimate. */
  | {
      readonly type: 'Fee';
      readonly orderId: string;
      readonly executionId: string;
      readonly feeMills: Mills;
    }
  | { readonly type: 'Cancelled'; readonly orderId: string; readonly reason: string }
  | { readonly type: 'Rejected'; readonly orderId: string; readonly reason: string }
  | { readonly type: 'Expired'; readonly orderId: string }
  | { readonly type: 'Lost'; readonly orderId: string; readonly reason: string };

export type FilledReport = Extract<ExecutionReport, { readonly type: 'Filled' }>;
export type CorrectedReport = Extract<ExecutionReport, { readonly type: 'Corrected' }>;
/** An execution, new or in place of earlier ones. */
export type TradeReport = FilledReport | CorrectedReport;
export type FeeReport = Extract<ExecutionReport, { readonly type: 'Fee' }>;

/**
 * Connection of an account to its remote broker. `ready`: connected, and account and broker were
 * compared. `nextOrderNumber`: the lowest number that the broker proposes for the next order.
 * `atBroker`: what the comparison found there; null once an order was filled since.
 */
export type BrokerLink =
  | {
      readonly state: 'ready';
      readonly nextOrderNumber: number;
      readonly atBroker: BrokerHoldings | null;
    }
  | { readonly state: 'down'; readonly reason: string; readonly sinceMs: EpochMs };

/**
 * Order status as reported by its broker. `fills`: all executions so far, oldest first, with their
 * report ids. `never received`: the broker neither has nor had the order.
 */
export type OrderStatus = { readonly orderId: string } & (
  | { readonly state: 'working' | 'filled'; readonly fills: readonly TradeReport[] }
  | { readonly state: 'cancelled'; readonly fills: readonly TradeReport[]; readonly reason: string }
  | { readonly state: 'rejected'; readonly reason: string }
  | { readonly state: 'never received' }
);

export interface Broker {
  readonly name: string;
  /** Remote: orders are sent after they are stored, and reports arrive later as events. */
  readonly isRemote: boolean;
  /** True where no money is at risk: needs no LIVE_TRADING. */
  readonly isDemo?: boolean;
  /** Lots of one contract, where orders must be whole contracts. Absent: any number of lots. */
  readonly getContractLots?: (instrument: Instrument) => Lots;
  /** Why a commodity is not traded there, or null. Absent: all are. */
  readonly explainUntraded?: (commodity: CommodityKey) => string | null;
  /**
   * Submits an order. Returns the reports that follow at once from the current quote (null if
   * none). `instrument`: the contract as listed; a remote broker ignores it and uses its own terms.
   */
  submitOrder(
    order: Approved<Order>,
    quote: Quote | null,
    instrument: Instrument,
  ): readonly ExecutionReport[];
  /** Matches resting orders with a market event; empty for a remote broker. */
  matchOrders(
    event: MarketEvent,
    working: readonly Order[],
    instrument: Instrument,
  ): readonly ExecutionReport[];
  cancelOrder(order: Order): readonly ExecutionReport[];
  /**
   * Present where a broker takes a stop along with its entry (`attachedStop`), so that it rests there
   * from the moment of the entry. Reports the status of such a stop; sends no order.
   */
  readonly followStop?: (stop: Order) => void;
  /** True where orders of one `orderGroup` cancel each other, also while this process is not running. */
  readonly hasOrderGroups?: true;
  /**
   * Status of working orders, one per order. Read-only, so it may be repeated. Rejects if the
   * broker does not answer; nothing is then known of any order. At a local broker every stored
   * working order is working.
   */
  findOrders(orders: readonly Order[]): Promise<readonly OrderStatus[]>;
}

/** A position at a remote broker, in a contract that the account can trade. */
export interface BrokerPosition {
  readonly instrumentId: string;
  /** Negative when short. */
  readonly signedLots: number;
}

/** Positions and cash at a remote broker. */
export interface BrokerHoldings {
  readonly positions: readonly BrokerPosition[];
  readonly cashMills: Mills;
}

/** An execution in the account that follows from no order of ours: by phone, or by the broker. */
export interface ExternalTrade {
  readonly instrumentId: string;
  readonly executionId: string;
  /** Negative for a sale. */
  readonly signedLots: number;
  readonly priceTicks: Ticks;
}

/** What a remote broker has, at one time. */
export interface BrokerSnapshot extends BrokerHoldings {
  /** Executions of the account's own orders that the broker still lists, oldest first. */
  readonly reports: readonly ExecutionReport[];
  /** The other executions that it still lists, oldest first. */
  readonly externalTrades: readonly ExternalTrade[];
}

/** News of a remote broker, in the order of their arrival. */
export interface RemoteListener {
  onReport(report: ExecutionReport): void;
  /** An execution that follows from no order of ours: account and broker are compared. */
  onExternalTrade(): void;
  /** Orders may follow once account and broker were compared. */
  onConnected(nextOrderNumber: number): void;
  onDisconnected(reason: string): void;
  /** Broker and account cannot agree: the account is halted. */
  onDisagreement(reason: string): void;
}

/** A broker outside of the process. It connects, and again after each loss, until its session ends. */
export interface RemoteBroker extends Broker {
  readonly isRemote: true;
  startSession(listener: RemoteListener): void;
  endSession(): void;
  /** Rejects when the broker does not answer. */
  takeSnapshot(): Promise<BrokerSnapshot>;
  /** Absent where the broker gives no quotes. */
  readonly quotes?: BrokerQuoteSource;
}

/** Everything that a batch of events must store, in one transaction. */
export interface Commit {
  readonly records: readonly LogRecord[];
  /**
   * State after the last record: balances, flags and counters of changed accounts are stored from
   * it.
   */
  readonly state: LoggedState;
  /** Latest version of each changed order and position, final states included. */
  readonly orders: readonly Order[];
  readonly positions: readonly Position[];
  /** Valuations before the logged ones of this commit; absent for none. */
  readonly minuteValues?: readonly MinuteValue[];
  readonly results: readonly CommandResult[];
  /** Requests that sent commands of this commit; absent for none. */
  readonly requests?: readonly CommandRequest[];
  /** Shadow accounts after the batch and the days that it ended; absent without shadow accounts. */
  readonly shadows?: { readonly desk: ShadowState; readonly days: readonly ShadowDay[] };
}

export interface Journal {
  /** Stores everything or nothing. Throws StorageError on failure. */
  commit(commit: Commit): void;
  /** Frees disk space if possible; never throws. */
  makeRoom?(): void;
  /**
   * Durably writes as much as a command does, without a record. Throws StorageError while the disk
   * is not writable.
   */
  probe(): void;
  /** Stored answer for a key of this user; null if none. */
  findResult(userId: string, idempotencyKey: string): CommandResult | null;
}

/** Nothing of the commit is stored. */
export class StorageError extends Error {}
