/** Pre-trade inputs logged with a refusal, as far as the log does not hold them elsewhere. */
import type { Instrument } from './instrument';
import type { Order } from './order';
import type { Quote } from './quote';
import type { Lots, Mills } from './units';

export interface MarginUse {
  readonly usedMills: Mills;
  readonly addedMills: Mills;
}

export interface PreTradeFacts {
  readonly quote: Quote | null;
  /** Absent when the terms equal those of the listing. */
  readonly newTerms?: Instrument;
  readonly staleAfterMs: number;
  readonly barSigma: number;
  readonly scaleTicks: number;
  readonly equityMills: Mills;
  /** Held contracts without a live quote; absent when all had one and on older records. */
  readonly unvalued?: readonly string[];
  readonly feeMills: Mills;
  /** Lots of one contract at a broker of whole contracts. */
  readonly contractLots?: Lots;
  /** Initial margin in use and of this order; absent without margin and on older records. */
  readonly margin?: MarginUse;
  readonly sessionClosed: string | null;
  readonly modeBlocked: string | null;
  /** Why a live account could not send entries; absent where it could and on older records. */
  readonly unarmed?: string;
  /** Clock error, if any; absent on older records. */
  readonly clockFault?: string;
  /** Legs of the same group that passed before this one. */
  readonly before: readonly Order[];
}
