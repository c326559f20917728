/**
 * Engine state. Immutable: each step creates a new one that shares unchanged parts.
 * The log determines `LoggedDesk`; `markets` follows from the feeds and is not stored.
 */
import type { LoggedState } from '../domain/book';
import type { Instrument } from '../domain/instrument';
import type { Bar, Quote } from '../domain/quote';
import type { MinuteValue } from '../domain/minute-value';
import { NO_SIGNALS } from '../domain/signal-facts';
import type { EpochMs, Ticks } from '../domain/units';
import type { BrokerLink } from '../ports';
import { hasSettled } from '../risk/settlement';
import type { BarLength, PlaybookState, PlaybookTarget } from '../strategies/playbook';

/** State of a playbook in one contract. */
export interface FoldedPlaybook {
  readonly state: PlaybookState;
  readonly target: PlaybookTarget;
  readonly sinceMs: EpochMs;
  /**
   * End of the last folded bar; -Infinity before the first, null during warm-up (no bar is folded).
   */
  readonly foldedMs: EpochMs | null;
  /** Fault at the last bar, absent if none. The state is then that of the bar before. */
  readonly fault?: string;
}

/**
 * Price range that quotes covered since the bar started. More than `staleAfterMs` without a quote
 * is a gap with unknown prices.
 */
export interface QuoteCoverage {
  /** Start of the bar; null before the first one. */
  readonly startsMs: EpochMs | null;
  readonly firstMs: EpochMs;
  readonly lastMs: EpochMs;
  /** End of the latest gap; null for none. */
  readonly gapEndMs: EpochMs | null;
  /** Lowest and highest last price of the quotes. */
  readonly lowTicks: Ticks;
  readonly highTicks: Ticks;
}

export interface InstrumentMarket {
  /**
   * Terms that apply; for a contract in use those of its first use. All prices here are in its
   * ticks.
   */
  readonly instrument: Instrument;
  /** Terms that the feed lists now, if they differ from `instrument`. */
  readonly newTerms?: Instrument;
  readonly quote: Quote | null;
  /** False for history loaded after a start: such a quote fills no order and values no account. */
  readonly isLive: boolean;
  readonly staleAfterMs: number;
  /** Origin of the newest price and its delay; absent where the market is the origin. */
  readonly priceSource?: string;
  /** The exchange's own quotes arrive without a delay: what entries of real accounts need. */
  readonly hasLiveQuotes?: boolean;
  /** Coverage of the current bar; absent before its first quote. */
  readonly coverage?: QuoteCoverage;
  /**
   * Trading day of the quote, and the last price before that day (null if unknown), the base of the
   * daily change.
   */
  readonly day: string;
  readonly dayBaseTicks: Ticks | null;
  /** Lowest and highest price of the trading day, from quotes and bars; null before a price. */
  readonly dayLowTicks: Ticks | null;
  readonly dayHighTicks: Ticks | null;
  /**
   * Shortest bar length received, the base of variance and scale. `lastBar` is the latest of them,
   * `bars` their count.
   */
  readonly measuredBy: BarLength | null;
  readonly lastBar: Bar | null;
  readonly bars: number;
  /** Latest bar ends by length, oldest first. */
  readonly barEnds: Readonly<Partial<Record<BarLength, readonly EpochMs[]>>>;
  /** Mean squared relative change over about 60 bars; its root is the sigma of one bar. */
  readonly variance: number;
  /** Mean of |price| over about 30 bars, in ticks: size of a price that can cross zero. */
  readonly scaleTicks: number;
  /** Recent bid-ask spreads in ticks at bar ends, oldest first. */
  readonly spreads: readonly number[];
  /** Playbook states by id, in list order. */
  readonly rules: Readonly<Record<string, FoldedPlaybook>>;
}

export interface MarketState {
  readonly name: string;
  readonly instruments: Readonly<Record<string, InstrumentMarket>>;
  /** Latest published value of each weather series. */
  readonly weather: Readonly<
    Record<
      string,
      { readonly value: number; readonly validMs: EpochMs; readonly publishedMs: EpochMs }
    >
  >;
  /** Latest playbook inputs by input id. */
  readonly inputs: Readonly<Record<string, number>>;
  /** Time of the latest inputs; null before the first. */
  readonly inputsMs: EpochMs | null;
  /** As in the listing of the market. */
  readonly hasUnprovenInputs?: true;
}

/** Progress of the minute valuations. Not stored: a start values every account again. */
export interface ValuationProgress {
  /** Last minute in which accounts were valued, whole minutes since 1970. */
  readonly minute: number;
  /** Accounts not valued in that minute so far, because a contract held has no live quote. */
  readonly waitingBookIds: readonly string[];
  /** Valuations since the last logged one by account, oldest first. */
  readonly minuteValues: Readonly<Record<string, readonly MinuteValue[]>>;
}

export const NOTHING_VALUED: ValuationProgress = {
  minute: -1,
  waitingBookIds: [],
  minuteValues: {},
};

export interface DeskState extends LoggedState {
  /**
   * Reason of a clock fault; null while the clocks agree. Not stored: each start compares the
   * clocks.
   */
  readonly clockFault: string | null;
  /** Connections to remote brokers by account. Not stored: each start connects again. */
  readonly links: Readonly<Record<string, BrokerLink>>;
  /** Positions without a working stop, by id, since when. Not stored: each start counts again. */
  readonly uncoveredSince: Readonly<Record<string, EpochMs>>;
  readonly valuation: ValuationProgress;
  readonly markets: Readonly<Record<string, MarketState>>;
}

export const EMPTY_DESK: DeskState = {
  sequence: 0,
  logSeq: 0,
  nowMs: 0,
  trading: { state: 'ACTIVE', reason: '' },
  listings: {},
  users: {},
  books: {},
  signals: NO_SIGNALS,
  halts: {},
  disabledUsers: {},
  clockFault: null,
  links: {},
  uncoveredSince: {},
  valuation: NOTHING_VALUED,
  markets: {},
};

export const findInstrumentMarket = (
  state: DeskState,
  market: string,
  instrumentId: string,
): InstrumentMarket | null => state.markets[market]?.instruments[instrumentId] ?? null;

/**
 * Live and not stale: may fill orders and value accounts. The settlement price of an expired month
 * does not become stale. Null if there is no such quote.
 */
export function findLiveQuote(
  contract: InstrumentMarket | null | undefined,
  nowMs: EpochMs,
): Quote | null {
  if (!contract?.quote || !contract.isLive) return null;
  const isFresh = nowMs - contract.quote.atMs <= contract.staleAfterMs;
  const expiresMs = contract.instrument.contract?.expiresMs ?? Infinity;
  return isFresh || hasSettled(expiresMs, contract.quote.atMs, contract.staleAfterMs, nowMs)
    ? contract.quote
    : null;
}
