// What the thread that reads the risk of the simulated market tells the desk, and is asked.
import type { ShiftResult, ShockResult } from '../../models/risk/market-risk';
import type { DailyMoves } from '../../trading/risk/daily-moves';

export interface ReaderOrder {
  readonly seed: string;
}

/**
 * The midnight up to which the past may be read: it is over. Each further round at the same
 * midnight walks other pairs of worlds.
 */
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
  | { readonly type: 'shock'; readonly untilMs: number; readonly told: ShockResult }
  | { readonly type: 'shifts'; readonly untilMs: number; readonly told: readonly ShiftResult[] }
  /** Steps of this reading that are done, of all. */
  | { readonly type: 'progress'; readonly done: number; readonly of: number }
  | {
      readonly type: 'done';
      readonly untilMs: number;
      readonly seconds: number;
      readonly megabytes: number;
    };
