/** Twin accounts: what a book would be worth had one part of the desk been missing. */
import type { Book } from './book';
import type { EpochMs, Mills } from './units';

/**
 * What each twin lacks; `BUY_AND_HOLD` has neither playbooks nor guards and only keeps what RUN
 * names.
 */
export const TWIN_KINDS = ['NO_SIGNALS', 'NO_GUARDS', 'BUY_AND_HOLD'] as const;

/** From when a twin has run beside its book, and the equity that both had then. */
export interface ShadowStart {
  readonly epoch: number;
  readonly startedMs: EpochMs;
  readonly baseMills: Mills;
}

/** All twins of one kind, by the id of the book that each runs beside. */
export interface TwinShadow {
  readonly books: Readonly<Record<string, Book>>;
  readonly starts: Readonly<Record<string, ShadowStart>>;
  /** Numbers the facts of these twins, which nobody keeps. */
  readonly logSeq: number;
  /** Why no twin of this kind runs any more in this process; null while they do. */
  readonly fault: string | null;
}

export type ShadowDesk = Readonly<Record<string, TwinShadow>>;

/** The account itself in a row of days, beside its twins. */
export const OWN_ACCOUNT = 'OWN';

/** What an account or a twin was worth at the last valuation of a day that is over. */
export interface ShadowDay {
  readonly userId: string;
  readonly bookId: string;
  readonly epoch: number;
  /** A kind, or `OWN_ACCOUNT`. */
  readonly kind: string;
  /** YYYY-MM-DD in the time zone of the market. */
  readonly day: string;
  readonly equityMills: Mills;
  /** Since the epoch or the twin began: fees, and positions closed. */
  readonly feesMills: Mills;
  readonly closed: number;
}

export const NO_TWINS: TwinShadow = { books: {}, starts: {}, logSeq: 0, fault: null };
