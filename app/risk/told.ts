// What the thread that reads the risk of the simulated market tells the desk, and is asked.
import type { Ears, ShiftId } from '../trading/simulation/weather-shifts';
import type { ShockId } from '../trading/simulation/weather-shocks';
import type { DailyMoves } from '../trading/risk/daily-moves';

/** A scenario takes place now, or on the day of the year at which it does most. */
export type ShockDate = 'now' | 'worst';

/** Paths of one shock over pairs of worlds. */
export interface ToldShock {
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
export interface ToldShift {
  readonly shift: ShiftId;
  readonly monthDay: string;
  readonly pairs: number;
  /** By chain: the weather that it answers to at all, and a move a pair, log for futures, $/MWh for power. */
  readonly chains: readonly {
    readonly chain: string;
    readonly ears: Ears;
    readonly kind: 'log' | 'amount';
    readonly values: Float64Array;
  }[];
}

export interface ReaderOrder {
  readonly seed: string;
}

/** The midnight up to which the past may be read: it is over. Each further round at the same midnight walks other pairs of worlds. */
export interface ToReader {
  readonly type: 'read';
  readonly untilMs: number;
  readonly round: number;
}

export type FromReader =
  /** Moves of some chains up to a midnight; chains that cost more come in a second message. */
  | {
      readonly type: 'moves';
      readonly untilMs: number;
      readonly moves: readonly DailyMoves[];
      readonly isWhole: boolean;
    }
  | { readonly type: 'shock'; readonly untilMs: number; readonly told: ToldShock }
  | { readonly type: 'shifts'; readonly untilMs: number; readonly told: readonly ToldShift[] }
  /** Steps of this reading that are done, of all. */
  | { readonly type: 'progress'; readonly done: number; readonly of: number }
  | {
      readonly type: 'done';
      readonly untilMs: number;
      readonly seconds: number;
      readonly megabytes: number;
    };
