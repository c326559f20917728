// What each part of the desk gave, against accounts that lack it. Dollars; none of a twin's is the user's.
import type { TradingMode } from '../trading/domain/settings';
import type { ShadowKind } from '../trading/domain/twin';

/** What an account or a twin has come to. */
export interface ShadowEquityDto {
  /** Since the twins began. */
  readonly profit: number;
  /** Fees and closed positions of the epoch. */
  readonly fees: number;
  readonly closed: number;
}

/** A day: what it gave, and all days up to it. */
export interface ShadowDayDto {
  readonly day: string;
  readonly value: number;
  readonly total: number;
}

/** A part of the desk, measured by a twin without it. */
export interface ShadowPartDto {
  /** NOTHING is the account in cash: against it the whole desk is measured. */
  readonly without: ShadowKind | 'NOTHING';
  /** Since when it runs. */
  readonly since: string;
  readonly twin: ShadowEquityDto;
  readonly total: number;
  readonly today: number;
  /** Days that are over, what they gave, and the standard error of that; null under two. */
  readonly days: number;
  readonly finished: number;
  readonly standardError: number | null;
  readonly verdict: 'GAINS' | 'LOSES' | 'NO_EVIDENCE';
  /** Oldest first; the last one may still go on. */
  readonly history: readonly ShadowDayDto[];
}

export interface ShadowsDto {
  readonly mode: TradingMode;
  readonly epoch: number;
  readonly account: ShadowEquityDto;
  /** Empty where the book has no twins. */
  readonly parts: readonly ShadowPartDto[];
  /** Finished days before which nothing is called evidence. */
  readonly daysMin: number;
  /** Why there are none, or why one is missing, a sentence; null when all run. */
  readonly missing: string | null;
  /** The day of the last valuation, which is what the figures are of; null before the first. */
  readonly day: string | null;
  readonly asOfSeq: number;
}
