/**
 * A playbook is a data row over a rule family; a rule is a pure fold over bars that always has a standing target.
 * It knows prices and weather up to the bar it is given; it refuses to know the book, the clock or the future.
 */
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';

export const RULE_FAMILIES = ['MOM', 'REV', 'BRK', 'SEAS', 'WXA'] as const;
export type RuleFamily = (typeof RULE_FAMILIES)[number];

/** A finished bar in quoted units, with what was published of the weather by its end. */
export interface RuleBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly endsMs: EpochMs;
  /** Latest published value by series; a series that is absent has no reading yet. */
  readonly weather: Readonly<Record<string, number>>;
}

export interface Target {
  readonly side: 'LONG' | 'SHORT' | 'FLAT';
  /** How far beyond its threshold the rule stands, 0 to 1. */
  readonly strength: number;
  /** One sentence with the numbers; for FLAT the condition it waits for. */
  readonly reason: string;
  /** Average true range in quoted units, for stops; null until there are enough bars. */
  readonly range: number | null;
}

export const FLAT = (reason: string, range: number | null = null): Target => ({ side: 'FLAT', strength: 0, reason, range });

/** What a rule remembers: opaque to all but its family. Immutable. */
export interface RuleState {
  readonly target: Target;
}

export interface Rule<P, S extends RuleState = RuleState> {
  readonly family: RuleFamily;
  init(params: P): S;
  fold(params: P, state: S, bar: RuleBar): S;
}

export interface Playbook {
  readonly id: string;
  readonly commodity: CommodityKey;
  readonly name: string;
  readonly description: string;
  readonly riskLevel: 'LOW' | 'MEDIUM' | 'HIGH';
  readonly family: RuleFamily;
  readonly params: Readonly<Record<string, unknown>>;
  /** Protective stop in multiples of the average true range; null for none. */
  readonly stopRanges: number | null;
  /** Target in multiples of the stop distance; null for none. */
  readonly targetRatio: number | null;
  /** Longest holding in bars; null for no limit. */
  readonly barsHeldMax: number | null;
  readonly sides: 'BOTH' | 'LONG' | 'SHORT';
  /** Weather series without which it has no input and is not run. */
  readonly needsSeries: readonly string[];
}

/** One playbook ready to fold: the row bound to its family's rule. */
export interface BoundPlaybook {
  readonly playbook: Playbook;
  init(): RuleState;
  fold(state: RuleState, bar: RuleBar): RuleState;
}
