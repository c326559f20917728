/**
 * What the log keeps of decisions that change or end what is held: exits, rolls, spreads, stops
 * that are moved.
 */
import type { KnownRegime, KnownSignal } from './known-facts';
import type { PositionSize, RiskLevel } from './settings';
import type { Lots, Mills, Ticks } from './units';

type Side = 'LONG' | 'SHORT';

/** A plan with all that it was made from. */
export interface Made<Known, Plan> {
  readonly known: Known;
  readonly plan: Plan;
}

/**
 * What may end a position: its rule, the end of its month, a roll that cannot be done or is not
 * wanted.
 */
export type ExitCause =
  | 'RULE'
  | 'EXPIRED'
  | 'CARRIED'
  | 'ENDS_TOGETHER'
  | 'NOT_ROLLABLE'
  | 'NOT_WANTED_THERE';

export interface KnownAtExit {
  readonly cause: ExitCause;
  readonly positionId: string;
  readonly direction: Side;
  readonly lots: Lots;
  /** What its rule wants, and why. */
  readonly wanted: Side | 'FLAT';
  readonly strength: number;
  readonly reason: string;
  /** Bars of the rule's own length for which it has been held, and the most; null for no limit. */
  readonly barsHeld: number;
  readonly barsHeldMax: number | null;
  /** Its contract by its code; of a roll the month beyond, and what the gate said to it. */
  readonly code: string;
  readonly into: string | null;
  readonly refusal: string | null;
}

export interface ExitPlan {
  readonly action: 'EXIT' | 'HOLD';
  /** Null while it stays. */
  readonly reason: string | null;
}

export interface KnownAtRoll {
  readonly positionId: string;
  readonly direction: Side;
  readonly lots: Lots;
  readonly code: string;
  readonly into: string;
  /** Where its stop and target stand in the old month; null for none. */
  readonly stopTicks: Ticks | null;
  readonly targetTicks: Ticks | null;
}

export interface RollPlan {
  readonly action: 'ROLL';
  readonly reason: string;
  readonly lots: Lots;
  /** From the touch of the new month. */
  readonly stopDistanceTicks: Ticks | null;
  readonly targetDistanceTicks: Ticks | null;
}

/** One leg as it was seen. */
export interface KnownLeg {
  readonly instrumentId: string;
  readonly lastTicks: Ticks;
  readonly scaleTicks: number;
  readonly volatility: number | null;
  /** Absent on older facts, and where no guard watches. */
  readonly regime?: KnownRegime;
}

export interface KnownAtSpread {
  readonly side: Side;
  readonly strength: number;
  readonly reason: string;
  /** Units of the second leg for one of the first. */
  readonly ratio: number;
  readonly positionSize: PositionSize;
  readonly riskLevel: RiskLevel;
  readonly equityMills: Mills;
  /** Both legs in words, and as they were seen; null while one has no price. */
  readonly names: readonly [string, string];
  readonly legs: readonly [KnownLeg, KnownLeg] | null;
}

export interface SpreadPlan {
  readonly action: 'ENTER' | 'STAY_OUT';
  readonly reason: string;
  readonly lots: readonly [Lots, Lots] | null;
}

export interface KnownAtTrail {
  readonly direction: Side;
  readonly lots: Lots;
  /** What the position had gained at the last price. */
  readonly gainMills: Mills;
  readonly range: number | null;
  readonly stopRanges: number | null;
  /** Where its stop stood; null when it had lost it. */
  readonly stopTicks: Ticks | null;
  readonly signal: KnownSignal | null;
}

export interface TrailPlan {
  /** Where the stop goes; null where it stays. */
  readonly priceTicks: Ticks | null;
  readonly reason: string;
}
