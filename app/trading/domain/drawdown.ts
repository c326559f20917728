/** State of the drawdown breaker of an account. */
import type { EpochMs, Mills } from './units';

/** A tripped drawdown breaker. It blocks entries until it is re-armed. */
export interface TrippedBreaker {
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
