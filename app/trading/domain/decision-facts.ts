/** Logged facts of a decision: its inputs and its plan. */
import type { MarketRegime, SignalSnapshot } from './market-snapshot';
import type { CommodityKey } from './commodity';
import type {
  ExitPlan,
  ExitFacts,
  RollFacts,
  SpreadFacts,
  PlanFacts,
  RollPlan,
  SpreadPlan,
} from './plan-facts';
import type { Quote } from './quote';
import type { PositionSize, RiskLevel } from './settings';
import type { EpochMs, Lots, Mills, Ticks } from './units';

/** Usage of a money limit at decision time. */
export interface LimitUsage {
  readonly name: string;
  readonly usedMills: Mills;
  readonly allowedMills: Mills;
}

/** Expected move of an entry and the cost of its round trip, in quoted units. */
export interface MoveAndCost {
  readonly expectedMove: number;
  readonly roundTrip: number;
}

/** Inputs of an entry decision. */
export interface EntryFacts {
  readonly side: 'LONG' | 'SHORT';
  readonly strength: number;
  /** Reason of the playbook; `range` is the ATR in quoted units, null while not available. */
  readonly reason: string;
  readonly range: number | null;
  readonly sinceMs: EpochMs;
  /** Stop distance in ATR, target as a multiple of the stop distance. */
  readonly stopRanges: number | null;
  readonly targetRatio: number | null;
  readonly positionSize: PositionSize;
  readonly riskLevel: RiskLevel;
  readonly equityMills: Mills;
  readonly scaleTicks: number;
  readonly volatility: number | null;
  readonly signal: SignalSnapshot | null;
  /** True for a playbook that trades the signal itself; absent for others and on older records. */
  readonly isSignalPlaybook?: boolean;
  /** Playbook inputs as last published; null where missing. */
  readonly inputs: Readonly<Record<string, number | null>>;
  readonly inputsMs: EpochMs | null;
  readonly limits: readonly LimitUsage[];
  /** Absent on older records and without a regime guard. */
  readonly regime?: MarketRegime;
  /** Absent on older records and for rules without an expected move. */
  readonly costs?: MoveAndCost;
  /** Lots of one contract at a broker of whole contracts. */
  readonly contractLots?: Lots;
}

export interface EntryPlan {
  readonly action: 'ENTER' | 'STAY_OUT';
  readonly reason: string;
  readonly lots: Lots;
  readonly stopDistanceTicks: Ticks | null;
  readonly targetDistanceTicks: Ticks | null;
}

/** A trading decision with the target and reason of the playbook at that time. */
export interface DecisionFacts {
  readonly commodity: CommodityKey;
  readonly instrumentId: string;
  /** Null for a manual position. */
  readonly playbookId: string | null;
  readonly target: 'LONG' | 'SHORT' | 'FLAT';
  readonly strength: number;
  /** ROLL closes one month and opens the next with the same side and lots. */
  readonly action: 'ENTER' | 'EXIT' | 'STAY_OUT' | 'ROLL';
  readonly reason: string;
  readonly quote: Quote;
  /** ROLL only: the next month and its quote. */
  readonly into?: { readonly instrumentId: string; readonly quote: Quote };
  /**
   * Entry of one contract, taken or rejected: inputs and plan. Absent otherwise and on older
   * records.
   */
  readonly known?: EntryFacts;
  readonly plan?: EntryPlan;
  /** The same for exits, rolls and spreads. Absent on older records. */
  readonly exit?: PlanFacts<ExitFacts, ExitPlan>;
  readonly roll?: PlanFacts<RollFacts, RollPlan>;
  readonly spread?: PlanFacts<SpreadFacts, SpreadPlan>;
}
