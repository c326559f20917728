/** Port for quotes of the brokers that users have connected. */
import type { Instrument } from './instrument';
import type { Quote } from './quote';
import type { EpochMs } from './units';

/** Where the price of a contract comes from. */
export interface QuoteOrigin {
  /** Name and delay, beside the price. */
  readonly priceSource: string;
  /** Age from which the quote is stale. */
  readonly staleAfterMs: number;
  /** True where the exchange's own quotes arrive without a delay. */
  readonly isLive: boolean;
}

export interface BrokerQuote {
  readonly instrumentId: string;
  /** With the earliest time at which it may have been valid at the venue. */
  readonly quote: Quote;
  readonly origin: QuoteOrigin;
}

/** Why a contract has no quote. */
export interface QuoteProblem {
  readonly instrumentId: string;
  /** A clause. */
  readonly reason: string;
}

export interface BrokerQuoteListener {
  onQuote(quote: BrokerQuote): void;
  onProblem(problem: QuoteProblem): void;
}

/** One broker that can quote contracts. */
export interface BrokerQuoteSource {
  /** Null while connected; else why it is not, as a clause. */
  getConnectionFault(): string | null;
  /** Calls back after the connection was made or lost. */
  watchConnection(onChange: () => void): () => void;
  /**
   * Quotes these contracts, most wanted first, until another call or `endQuotes`; also after a
   * connection was lost and made again. Contracts of an earlier call that are missing end.
   */
  requestQuotes(instruments: readonly Instrument[], listener: BrokerQuoteListener): void;
  /** Requests again what has a problem. */
  retryProblems(): void;
  endQuotes(): void;
}

export interface SharedQuotesStatus {
  /** Why no quotes arrive, as a clause; null while a broker is connected. */
  readonly fault: string | null;
  /** When that began. */
  readonly sinceMs: EpochMs;
  readonly problems: readonly QuoteProblem[];
  /** Contracts whose quotes are requested. */
  readonly lines: number;
}

/** Quotes of one broker at a time, of all that are connected. */
export interface SharedQuotes {
  /** As `BrokerQuoteSource`; another broker takes over when the present one is lost. */
  requestQuotes(instruments: readonly Instrument[], listener: BrokerQuoteListener): void;
  retryProblems(): void;
  endQuotes(): void;
  getStatus(): SharedQuotesStatus;
}
