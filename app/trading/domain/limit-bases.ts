/** What the daily loss and the drawdown of an account are measured against, and its breaker. */
import type { EpochMs, Mills } from './units';

/** A tripped drawdown breaker. It blocks entries until it is re-armed. */
interface TrippedBreaker {
  readonly atMs: EpochMs;
  /** Peak equity, and the equity that tripped the breaker. */
  readonly peakMills: Mills;
  readonly equityMills: Mills;
  /** Drawdown limit at that time. */
  readonly allowedMills: Mills;
  /** Trading day of that valuation, YYYY-MM-DD. */
  readonly day: string;
}

/** Reduced drawdown limit after a re-arm on the day of the trip. It applies on that day only. */
export interface ReducedDrawdownLimit {
  readonly day: string;
  readonly allowedMills: Mills;
}

/** Of the daily loss limit and of the drawdown breaker. */
export interface LimitBases {
  /** Trading day of the daily loss limit, and equity at its start. */
  readonly day: string;
  readonly dayStartMills: Mills;
  /** Lowest equity of that day. A regained loss still counts against the daily limit. */
  readonly dayLowMills: Mills;
  /** Peak equity since the epoch began or the breaker was re-armed, and its time. */
  readonly peakMills: Mills;
  readonly peakMs: EpochMs;
  /** Drawdown breaker; null while it is armed. */
  readonly drawdown: TrippedBreaker | null;
}
