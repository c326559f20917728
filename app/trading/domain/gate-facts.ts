/**
 * What the log keeps of a refusal beside the order: what the gate saw that the log does not tell
 * otherwise.
 */
import type { Instrument } from './instrument';
import type { Order } from './order';
import type { Quote } from './quote';
import type { Mills } from './units';

export interface MarginUse {
  readonly usedMills: Mills;
  readonly addedMills: Mills;
}

export interface GateFacts {
  readonly quote: Quote | null;
  /** Absent where the feed listed the contract under the terms of its listing. */
  readonly newTerms?: Instrument;
  readonly staleAfterMs: number;
  readonly barSigma: number;
  readonly scaleTicks: number;
  readonly equityMills: Mills;
  /** Contracts held that had no live quote; absent where all had one, and on older records. */
  readonly unvalued?: readonly string[];
  readonly feeMills: Mills;
  /**
   * Initial margin of positions and working entries, and of this order; absent where no margin
   * applies, and on older ones.
   */
  readonly margin?: MarginUse;
  readonly sessionClosed: string | null;
  readonly modeBlocked: string | null;
  /** Why desk time was in doubt; absent while it was not, and on records of earlier versions. */
  readonly clockFault?: string;
  /** Legs of the same intention that the gate would have let pass before it. */
  readonly before: readonly Order[];
}
