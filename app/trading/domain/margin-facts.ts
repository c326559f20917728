/**
 * What the log keeps of margin: prices, terms and figures from which the requirement can be
 * computed again.
 */
import type { EpochMs, Lots, Mills, Ticks } from './units';

/** How the margin of one contract was computed. */
export interface MarginTerms {
  /** Size of the price in ticks: |price|, or more where a price may pass through zero. */
  readonly sizeTicks: Ticks;
  /** Margin of one whole contract of the venue. */
  readonly initialMills: Mills;
  readonly maintenanceMills: Mills;
  /** Notional of one whole contract at the reference price of these figures. */
  readonly referenceMills: Mills;
  /** Size units in one whole contract. */
  readonly unitsPerContract: number;
}

export interface MarginFacts {
  /** Last price of each instrument held. */
  readonly marks: Readonly<Record<string, Ticks>>;
  /** Margin terms of each instrument held. */
  readonly terms: Readonly<Record<string, MarginTerms>>;
  readonly equityMills: Mills;
  readonly maintenanceMills: Mills;
  readonly initialMills: Mills;
}

export interface MarginReduction extends MarginFacts {
  /** Lots that leave each position, by its id. */
  readonly lots: Readonly<Record<string, Lots>>;
}

/** An account below its maintenance margin; it opens nothing until it is back above. */
export interface MarginCall {
  readonly atMs: EpochMs;
  readonly equityMills: Mills;
  readonly maintenanceMills: Mills;
}
