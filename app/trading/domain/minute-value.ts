/** Valuations between two logged ones, for charts. They are stored for two days. */
import type { EpochMs, Mills, Ticks } from './units';

export interface MinuteValue {
  readonly bookId: string;
  readonly epoch: number;
  readonly atMs: EpochMs;
  /** Last record of the log before the valuation: with it and the marks the equity can be audited. */
  readonly afterSeq: number;
  readonly equityMills: Mills;
  /** Last price of each contract held. */
  readonly marks: Readonly<Record<string, Ticks>>;
}
