/** What the log keeps of a decision: what was known when it was taken, and what was decided. */
import type { KnownRegime, KnownSignal } from './known-facts';
import type { CommodityKey } from './commodity';
import type {
  ExitPlan,
  KnownAtExit,
  KnownAtRoll,
  KnownAtSpread,
  Made,
  RollPlan,
  SpreadPlan,
} from './leaving-facts';
import type { Quote } from './quote';
import type { PositionSize, RiskLevel } from './settings';
import type { EpochMs, Lots, Mills, Ticks } from './units';

/** Room below a limit in money when the decision was taken. */
export interface KnownLimit {
  readonly name: string;
  readonly usedMills: Mills;
  readonly allowedMills: Mills;
}

/** All that an entry was decided from. */
export interface KnownAtEntry {
  readonly side: 'LONG' | 'SHORT';
  readonly strength: number;
  /**
   * Why the playbook wants it, and its average range in quoted units; null while that is not known.
   */
  readonly reason: string;
  readonly range: number | null;
  readonly sinceMs: EpochMs;
  /** The playbook's protection in ranges and in multiples of the stop. */
  readonly stopRanges: number | null;
  readonly targetRatio: number | null;
  readonly positionSize: PositionSize;
  readonly riskLevel: RiskLevel;
  readonly equityMills: Mills;
  readonly scaleTicks: number;
  readonly volatility: number | null;
  readonly signal: KnownSignal | null;
  /**
   * What the playbook read of the world beside prices, as last told; null where a figure was not
   * known.
   */
  readonly inputs: Readonly<Record<string, number | null>>;
  readonly inputsMs: EpochMs | null;
  readonly limits: readonly KnownLimit[];
  /** Absent on older facts, and where no guard watches. */
  readonly regime?: KnownRegime;
}

export interface EntryPlan {
  readonly action: 'ENTER' | 'STAY_OUT';
  readonly reason: string;
  readonly lots: Lots;
  readonly stopDistanceTicks: Ticks | null;
  readonly targetDistanceTicks: Ticks | null;
}

/** What a playbook wants and why, as it stood when the decision was taken. */
export interface DecisionFacts {
  readonly commodity: CommodityKey;
  readonly instrumentId: string;
  /** Null for a position that was opened by hand. */
  readonly playbookId: string | null;
  readonly target: 'LONG' | 'SHORT' | 'FLAT';
  readonly strength: number;
  /** ROLL leaves a month and enters the next with the same side and lots. */
  readonly action: 'ENTER' | 'EXIT' | 'STAY_OUT' | 'ROLL';
  readonly reason: string;
  readonly quote: Quote;
  /** Of a ROLL: the month that is entered, with the quote that was seen of it. */
  readonly into?: { readonly instrumentId: string; readonly quote: Quote };
  /**
   * Of an entry of one contract, taken or not: what it was decided from, and the plan. Absent on
   * others and on older facts.
   */
  readonly known?: KnownAtEntry;
  readonly plan?: EntryPlan;
  /** Of an exit, a roll, a spread that was entered or not: the same. Absent on older facts. */
  readonly exit?: Made<KnownAtExit, ExitPlan>;
  readonly roll?: Made<KnownAtRoll, RollPlan>;
  readonly spread?: Made<KnownAtSpread, SpreadPlan>;
}
