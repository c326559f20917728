/**
 * All that the desk knows at one instant. Immutable: a step makes a new one and shares what did not
 * change.
 * What the log tells is in `LoggedDesk`; `markets` follows from the feeds and is never stored.
 */
import type { LoggedDesk } from '../domain/book';
import type { Instrument } from '../domain/instrument';
import type { Bar, Quote } from '../domain/quote';
import { NO_SIGNALS } from '../domain/signal-facts';
import type { EpochMs, Ticks } from '../domain/units';
import { hasSettled } from '../risk/settlement';
import type { BarLength, PlaybookState, PlaybookTarget } from '../strategies/playbook';

/** A playbook as it stands in one contract, since when its side has stood, and what it has seen. */
export interface FoldedPlaybook {
  readonly state: PlaybookState;
  readonly target: PlaybookTarget;
  readonly sinceMs: EpochMs;
  /**
   * End of the last bar it took; -Infinity before the first, null while its past is folded apart
   * from the desk: until then it takes none.
   */
  readonly foldedMs: EpochMs | null;
  /**
   * What was wrong with its last bar; absent while it is well. Its state is then that of the last
   * bar that it took.
   */
  readonly fault?: string;
}

/**
 * What quotes have shown since a bar began. A stretch of more than `staleAfterMs` without a quote
 * is a gap: nobody knows where the price was.
 */
export interface QuoteCoverage {
  /** Where the bar began; null before the first one is known. */
  readonly startsMs: EpochMs | null;
  readonly firstMs: EpochMs;
  readonly lastMs: EpochMs;
  /** End of the latest gap between two quotes; null while there is none. */
  readonly gapEndMs: EpochMs | null;
  /** Lowest and highest last price of these quotes. */
  readonly lowTicks: Ticks;
  readonly highTicks: Ticks;
}

export interface InstrumentMarket {
  /**
   * The terms that apply: for a contract in use those it is held under. All prices here are in its
   * ticks.
   */
  readonly instrument: Instrument;
  /**
   * The terms under which the feed lists it now, where they are others than those it is held under;
   * absent where they are the same.
   */
  readonly newTerms?: Instrument;
  readonly quote: Quote | null;
  /**
   * Whether `quote` arrived live. False for the past that is loaded after a start: no order fills
   * at it and no book is valued at it.
   */
  readonly isLive: boolean;
  readonly staleAfterMs: number;
  /**
   * What of the present bar quotes have shown to resting orders; absent before the first quote of
   * it.
   */
  readonly coverage?: QuoteCoverage;
  /**
   * Trading day of the quote, and the last price seen before that day began: what a change of today
   * is measured from. Null before one is known.
   */
  readonly day: string;
  readonly dayBaseTicks: Ticks | null;
  /**
   * The shortest bars seen: variance and scale are made of them. `lastBar` is one of them, `bars`
   * their number.
   */
  readonly measuredBy: BarLength | null;
  readonly lastBar: Bar | null;
  readonly bars: number;
  /** Ends of the latest bars of each length, oldest first. */
  readonly barEnds: Readonly<Partial<Record<BarLength, readonly EpochMs[]>>>;
  /** Fast mean (60 bars) of squared relative changes: sigma of one bar is its root. */
  readonly variance: number;
  /**
   * Mean of |price| over about 30 bars, in ticks: the size of a price that may pass through zero.
   */
  readonly scaleTicks: number;
  /** Spreads in ticks at the ends of those bars, oldest first: what is usual of late. */
  readonly spreads: readonly number[];
  /** Every playbook that may trade it, by id, in the order of its commodity's list. */
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
  /** What else playbooks read of the world, by the ids of the catalogue of inputs, as last told. */
  readonly inputs: Readonly<Record<string, number>>;
  /** The moment as of which they were told; null before the first. */
  readonly inputsMs: EpochMs | null;
}

export interface DeskState extends LoggedDesk {
  /**
   * Why desk time is in doubt, a sentence; null while the clocks agree. Never stored: each start
   * compares the clocks itself.
   */
  readonly clockFault: string | null;
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
  markets: {},
};

export const findInstrumentMarket = (
  state: DeskState,
  market: string,
  instrumentId: string,
): InstrumentMarket | null => state.markets[market]?.instruments[instrumentId] ?? null;

/**
 * The quote at which orders may fill and books are valued: live, and no older than the feed allows.
 * The settlement of an expired month has no age. Null when there is no such quote.
 */
export function findLiveQuote(
  seen: InstrumentMarket | null | undefined,
  nowMs: EpochMs,
): Quote | null {
  if (!seen?.quote || !seen.isLive) return null;
  const isFresh = nowMs - seen.quote.atMs <= seen.staleAfterMs;
  const expiresMs = seen.instrument.contract?.expiresMs ?? Infinity;
  return isFresh || hasSettled(expiresMs, seen.quote.atMs, seen.staleAfterMs, nowMs)
    ? seen.quote
    : null;
}
