// Messages between the server and the risk worker.
import type { ShiftResult, ShockResult } from '../../models/risk/market-risk';
import type { DailyMoves } from '../../trading/risk/daily-moves';

/**
 * `untilMs` is a past midnight. Each further round at the same midnight simulates other pairs.
 * `hasWorst`: the shocks on their worst dates are there already, from an earlier process.
 */
export interface ReadRequest {
  readonly type: 'read';
  readonly untilMs: number;
  readonly round: number;
  readonly hasWorst: boolean;
}

export type ReaderMessage =
  /** Moves of some chains; power chains follow in a second message. */
  | {
      readonly type: 'moves';
      readonly untilMs: number;
      readonly moves: readonly DailyMoves[];
      readonly isWhole: boolean;
    }
  | { readonly type: 'shock'; readonly untilMs: number; readonly result: ShockResult }
  | { readonly type: 'shifts'; readonly untilMs: number; readonly results: readonly ShiftResult[] }
  /** Completed steps of this run, of `total`. */
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | {
      readonly type: 'done';
      readonly untilMs: number;
      readonly seconds: number;
      readonly megabytes: number;
    };
