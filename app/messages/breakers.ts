// Breakers of a book as they are told.
import type { CommodityKey } from '../trading/domain/commodity';

/** A breaker of money: dollars lost of the dollars that may be. */
export interface LossBreakerWire {
  readonly name: 'DAY_LOSS' | 'DRAWDOWN';
  readonly lost: number;
  readonly allowed: number;
  readonly isTripped: boolean;
}

/** Trades of a commodity lost one after the other, and until when it pauses; null while it does not. */
export interface LosingStreakWire {
  readonly commodity: CommodityKey;
  readonly losses: number;
  readonly coolUntil: string | null;
}
