// What the risk of a market is computed from, and how far the reading of it is.
import type { DailyMoves } from '../../trading/risk/daily-moves';
import type { ShiftId, ShockId, WeatherExposure } from '../../trading/weather/scenarios';

/** A scenario takes place now, or on the day of the year at which it does most. */
export type ShockDate = 'now' | 'worst';

/** Paths of one shock over pairs of worlds. */
export interface ShockResult {
  readonly shock: ShockId;
  readonly date: ShockDate;
  /** Day of the year on which it is set, as month and day: 01-06. */
  readonly monthDay: string;
  readonly pairs: number;
  readonly days: number;
  /** By chain, pair after pair, each so many days: log for futures, $/MWh for power. */
  readonly paths: readonly {
    readonly chain: string;
    readonly kind: 'log' | 'amount';
    readonly values: Float64Array;
  }[];
}

/** What a small change of the weather, set now, does to each chain over pairs of worlds. */
export interface ShiftResult {
  readonly shift: ShiftId;
  readonly monthDay: string;
  readonly pairs: number;
  /**
   * By chain: the weather that it answers to at all, and a move a pair, log for futures, $/MWh for
   * power.
   */
  readonly chains: readonly {
    readonly chain: string;
    readonly ears: WeatherExposure;
    readonly kind: 'log' | 'amount';
    readonly values: Float64Array;
  }[];
}

/** What is known of a market for its risk, and why something is not. */
export interface MarketRisk {
  readonly market: string;
  /** The end of the last trading day that was read, and when it was; null before the first. */
  readonly untilMs: number | null;
  readonly madeMs: number | null;
  readonly moves: ReadonlyMap<string, DailyMoves>;
  readonly shocks: readonly ShockResult[];
  readonly shifts: readonly ShiftResult[];
  /** Why moves are missing, a sentence; null where none are. */
  readonly reason: string | null;
  /** Why shocks or shifts are missing. */
  readonly stressReason: string | null;
}

/** Why nothing is computed for a market without a source of its past. */
export const UNREAD_PAST = 'No price history for this market: risk needs daily moves.';

/** Of a market whose past nobody reads. */
export const noRisk = (market: string, reason: string = UNREAD_PAST): MarketRisk => ({
  market,
  untilMs: null,
  madeMs: null,
  moves: new Map(),
  shocks: [],
  shifts: [],
  reason,
  stressReason: reason,
});

/** How far a reading is, and whether one may be asked for. */
export interface RiskWork {
  /** Steps done and all of them; null while nothing is read. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  /** From when on it may be asked again; null where nobody could read it anew. */
  readonly againFromMs: number | null;
}

/** What came of asking: it begins, it is under way, it has to wait, or nobody could. */
export type Again = 'begun' | 'under way' | 'too soon' | 'impossible';

export interface RiskReader {
  /** What the risk of a market is made of; the same object until something is new. */
  of(market: string): MarketRisk;
  /** How far the reading of a market is. */
  work(market: string): RiskWork;
  /** Asks for its figures anew. */
  again(market: string): Again;
  stop(): Promise<void>;
}
