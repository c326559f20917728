/** Shadow accounts: the same account without one component. */
import type { Book } from './book';
import type { EpochMs, Mills } from './units';

/**
 * Missing component of each kind. `BUY_AND_HOLD` has no playbooks and no guards; it holds the
 * commodities that RUN names.
 */
export const SHADOW_KINDS = ['NO_SIGNALS', 'NO_GUARDS', 'BUY_AND_HOLD'] as const;

/** Start of a shadow account, and the equity of both accounts then. */
export interface ShadowStart {
  readonly epoch: number;
  readonly startedMs: EpochMs;
  readonly baseMills: Mills;
}

/** All shadow accounts of one kind, by book id. */
export interface ShadowAccounts {
  readonly books: Readonly<Record<string, Book>>;
  readonly starts: Readonly<Record<string, ShadowStart>>;
  /** Sequence for the records of these accounts, which are not stored. */
  readonly logSeq: number;
  /** Error that stopped this kind in this process; null while it runs. */
  readonly fault: string | null;
}

export type ShadowState = Readonly<Record<string, ShadowAccounts>>;

/** Kind of the real account in daily rows. */
export const OWN_ACCOUNT = 'OWN';

/** Closing equity of one account on one completed day. */
export interface ShadowDay {
  readonly userId: string;
  readonly bookId: string;
  readonly epoch: number;
  /** A shadow kind or `OWN_ACCOUNT`. */
  readonly kind: string;
  /** YYYY-MM-DD in the time zone of the market. */
  readonly day: string;
  readonly equityMills: Mills;
  /** Fees and closed positions since the start of the epoch or shadow account. */
  readonly feesMills: Mills;
  readonly closed: number;
}

export const NO_SHADOW_ACCOUNTS: ShadowAccounts = { books: {}, starts: {}, logSeq: 0, fault: null };
