import type { Book } from '../domain/book';
import type { MarginUse } from '../domain/pre-trade-facts';
import type { Instrument } from '../domain/instrument';
import type { Order } from '../domain/order';
import type { Quote } from '../domain/quote';
import type { Settings } from '../domain/settings';
import type { EpochMs, Lots, Mills } from '../domain/units';

/** Everything that pre-trade checks may read for one order. */
export interface PreTradeInput {
  readonly order: Order;
  readonly book: Book;
  readonly instrument: Instrument;
  /**
   * Current terms of the contract at the feed if they differ from those of the open position;
   * absent otherwise.
   */
  readonly newTerms?: Instrument;
  readonly settings: Settings;
  readonly nowMs: EpochMs;
  readonly quote: Quote | null;
  readonly staleAfterMs: number;
  /** Standard deviation per bar as a ratio of the price; 0 while unknown. */
  readonly barSigma: number;
  readonly scaleTicks: number;
  /** At live prices; from the last valuation while `unvalued` is not empty. */
  readonly equityMills: Mills;
  /** Held contracts without a live quote; entries are rejected because limits cannot be checked. */
  readonly unvalued: readonly string[];
  readonly feeMills: Mills;
  /** Lots of one contract; absent where any number of lots trades. */
  readonly contractLots?: Lots;
  /** Absent where no margin applies, for example in backtests. */
  readonly margin?: MarginUse;
  readonly isHalted: boolean;
  readonly haltReason: string;
  /** Why a live account may not send entries; absent where it may. */
  readonly unarmed?: string;
  /** True if an operator has disabled the user; absent in backtests. */
  readonly isUserDisabled?: boolean;
  /** Error text if the system clock has stepped; null while clocks agree. */
  readonly clockFault: string | null;
  readonly isSelected: boolean;
  /** Reason why the venue is closed; null during the session. */
  readonly sessionClosed: string | null;
  /** Reason why the mode cannot trade, for example live without a broker; null if it can. */
  readonly modeBlocked: string | null;
  /**
   * True for a shadow account without guards: voluntary limits and circuit breakers are skipped.
   */
  readonly shouldSkipGuards?: boolean;
}
