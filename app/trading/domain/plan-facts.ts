/** Logged inputs and plans of exits, rolls, spreads and trailing stops. */
import type { MarketRegime, SignalSnapshot } from './market-snapshot';
import type { PositionSize, RiskLevel } from './settings';
import type { Lots, Mills, Ticks } from './units';

type Side = 'LONG' | 'SHORT';

/** A plan with the inputs that determine it. */
export interface PlanFacts<Facts, Plan> {
  readonly known: Facts;
  readonly plan: Plan;
}

/** Cause of an exit: the rule, expiry, or a roll that is impossible or unwanted. */
export type ExitCause =
  | 'RULE'
  | 'EXPIRED'
  | 'CARRIED'
  | 'ENDS_TOGETHER'
  | 'NOT_ROLLABLE'
  | 'NOT_WANTED_THERE';

export interface ExitFacts {
  readonly cause: ExitCause;
  readonly positionId: string;
  readonly direction: Side;
  readonly lots: Lots;
  /** Target side of the rule, and its reason. */
  readonly wanted: Side | 'FLAT';
  readonly strength: number;
  readonly reason: string;
  /** Holding time in bars of the rule, and its limit; null for no limit. */
  readonly barsHeld: number;
  readonly barsHeldMax: number | null;
  /** Contract code; for a roll the next month, and the pre-trade refusal, if any. */
  readonly code: string;
  readonly into: string | null;
  readonly refusal: string | null;
}

export interface ExitPlan {
  readonly action: 'EXIT' | 'HOLD';
  /** Null for HOLD. */
  readonly reason: string | null;
}

export interface RollFacts {
  readonly positionId: string;
  readonly direction: Side;
  readonly lots: Lots;
  readonly code: string;
  readonly into: string;
  /** Stop and target in the old month; null for none. */
  readonly stopTicks: Ticks | null;
  readonly targetTicks: Ticks | null;
}

export interface RollPlan {
  readonly action: 'ROLL';
  readonly reason: string;
  readonly lots: Lots;
  /** Distances from bid or ask of the new month. */
  readonly stopDistanceTicks: Ticks | null;
  readonly targetDistanceTicks: Ticks | null;
}

/** Inputs of one leg. */
export interface LegFacts {
  readonly instrumentId: string;
  readonly lastTicks: Ticks;
  readonly scaleTicks: number;
  readonly volatility: number | null;
  /** Absent on older records and without a regime guard. */
  readonly regime?: MarketRegime;
  /** Lots of one contract at a broker of whole contracts. */
  readonly contractLots?: Lots;
}

export interface SpreadFacts {
  readonly side: Side;
  readonly strength: number;
  readonly reason: string;
  /** Size units of the second leg per unit of the first. */
  readonly ratio: number;
  readonly positionSize: PositionSize;
  readonly riskLevel: RiskLevel;
  readonly equityMills: Mills;
  /** Names and inputs of both legs; `legs` is null while one has no price. */
  readonly names: readonly [string, string];
  readonly legs: readonly [LegFacts, LegFacts] | null;
}

export interface SpreadPlan {
  readonly action: 'ENTER' | 'STAY_OUT';
  readonly reason: string;
  readonly lots: readonly [Lots, Lots] | null;
}

export interface TrailFacts {
  readonly direction: Side;
  readonly lots: Lots;
  /** Unrealized profit at the last price. */
  readonly gainMills: Mills;
  readonly range: number | null;
  readonly stopRanges: number | null;
  /** Current stop; null when there was none. */
  readonly stopTicks: Ticks | null;
  readonly signal: SignalSnapshot | null;
}

export interface TrailPlan {
  /** New stop; null for no change. */
  readonly priceTicks: Ticks | null;
  readonly reason: string;
}
