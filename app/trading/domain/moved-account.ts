/** An account that moves to another server, where it starts a new account period. */
import type { CommodityKey } from './commodity';
import type { LimitBases, ReducedDrawdownLimit } from './limit-bases';
import type { TradingMode } from './settings';
import type { EpochMs, Mills } from './units';

/** What of a commodity is still valid on the other server. Trading itself is off there until RUN. */
interface MovedCommodity {
  readonly playbookId: string | null;
  /** Consecutive losing trades. */
  readonly losses: number;
  readonly coolUntilMs: EpochMs | null;
}

/**
 * An account without positions and orders: its cash, and what the limits of the day and the drawdown
 * breaker are measured against.
 */
export interface MovedAccount extends LimitBases {
  readonly mode: TradingMode;
  readonly market: string;
  /** Cash at the move, the capital of the new period. */
  readonly balanceMills: Mills;
  readonly reducedAllowance: ReducedDrawdownLimit | null;
  readonly commodities: Readonly<Partial<Record<CommodityKey, MovedCommodity>>>;
}
