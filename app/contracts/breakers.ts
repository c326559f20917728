// Breakers of a book as they are told.
import type { CommodityKey } from '../trading/domain/commodity';

/** A breaker of money: dollars lost of the dollars that may be. */
export interface LossBreakerDto {
  readonly name: 'DAY_LOSS' | 'DRAWDOWN';
  readonly lost: number;
  readonly allowed: number;
  readonly isTripped: boolean;
  /** True while less than the normal loss is allowed, until the next trading day. */
  readonly isReduced: boolean;
}

/** The trip of the drawdown breaker in dollars, and what re-arming it now means. */
export interface RearmDto {
  readonly trippedAt: string;
  readonly peak: number;
  readonly equity: number;
  readonly lost: number;
  /** The peak after re-arming, and what the account may fall from there. */
  readonly newPeak: number;
  readonly allowed: number;
  /** True on the day of the trip: less than the normal fall is allowed until the next trading day. */
  readonly isReduced: boolean;
  /** True where the account waits for the next trading day. */
  readonly isUsedUp: boolean;
}

/** Equity against exchange margin, in dollars. */
export interface MarginDto {
  readonly equity: number;
  readonly maintenance: number;
  readonly initial: number;
  /** Equity above the maintenance margin; negative below it. */
  readonly excess: number;
  /** Since when a margin call is not met; null without one. */
  readonly calledAt: string | null;
}

/** Trades of a commodity lost one after the other, and until when it pauses; null while it does not. */
export interface LosingStreakDto {
  readonly commodity: CommodityKey;
  readonly losses: number;
  readonly coolUntil: string | null;
}
