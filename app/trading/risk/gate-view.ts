/** What the gate looks at for one order. */
import type { Book } from '../domain/book';
import type { MarginUse } from '../domain/gate-facts';
import type { Instrument } from '../domain/instrument';
import type { Order } from '../domain/order';
import type { Quote } from '../domain/quote';
import type { Settings } from '../domain/settings';
import type { EpochMs, Mills } from '../domain/units';

/** All that the gate may look at for one order. */
export interface GateView {
  readonly order: Order;
  readonly book: Book;
  readonly instrument: Instrument;
  /**
   * The terms under which the feed lists the contract now, where they are others than those it is
   * held under; absent where they are the same.
   */
  readonly newTerms?: Instrument;
  readonly settings: Settings;
  readonly nowMs: EpochMs;
  readonly quote: Quote | null;
  readonly staleAfterMs: number;
  /** Sigma of one bar as a ratio of the price; 0 while unknown. */
  readonly barSigma: number;
  readonly scaleTicks: number;
  /** At live prices; that of the last valuation while `unvalued` names a contract. */
  readonly equityMills: Mills;
  /**
   * Contracts held that have no live quote: the book cannot be valued, so that no entry can be
   * checked against its limits.
   */
  readonly unvalued: readonly string[];
  readonly feeMills: Mills;
  /** Absent where no margin applies, as in backtests. */
  readonly margin?: MarginUse;
  readonly isHalted: boolean;
  readonly haltReason: string;
  /**
   * An operator has disabled the user of the book; absent where there is no operator, as in a
   * backtest.
   */
  readonly isUserDisabled?: boolean;
  /** Why desk time is in doubt: the system clock has stepped; null while the clocks agree. */
  readonly clockFault: string | null;
  readonly isSelected: boolean;
  /** Why the venue takes no order now, or null while it is in session. */
  readonly sessionClosed: string | null;
  /** Why the book's mode cannot trade, e.g. live without a broker; null when it can. */
  readonly modeBlocked: string | null;
  /** True for a twin without guards: limits and breakers are not asked. */
  readonly isUnguarded?: boolean;
}
