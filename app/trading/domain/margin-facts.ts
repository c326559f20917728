/** Logged margin inputs; the requirement can be recomputed from them. */
import type { EpochMs, Lots, Mills, Ticks } from './units';

/** Margin inputs of one contract. */
export interface MarginTerms {
  /** |price| in ticks, with a minimum where a price may cross zero. */
  readonly sizeTicks: Ticks;
  /** Margin of one venue contract. */
  readonly initialMills: Mills;
  readonly maintenanceMills: Mills;
  /** Notional of one venue contract at the reference price of these figures. */
  readonly referenceMills: Mills;
  /** Size units per venue contract. */
  readonly unitsPerContract: number;
}

export interface MarginFacts {
  /** Last price by instrument held. */
  readonly marks: Readonly<Record<string, Ticks>>;
  /** Margin terms by instrument held. */
  readonly terms: Readonly<Record<string, MarginTerms>>;
  readonly equityMills: Mills;
  readonly maintenanceMills: Mills;
  readonly initialMills: Mills;
}

export interface MarginReduction extends MarginFacts {
  /** Lots to close, by position id. */
  readonly lots: Readonly<Record<string, Lots>>;
}

/** Equity is below the maintenance margin; entries are blocked until it recovers. */
export interface MarginCall {
  readonly atMs: EpochMs;
  readonly equityMills: Mills;
  readonly maintenanceMills: Mills;
}
