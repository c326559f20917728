// Interface of the backtest queue.
import type { BacktestDataSource } from '../../contracts/backtest';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { BacktestRow } from './backtest.server';

/** Maximum stored backtests per user. */
export const STORED_BACKTESTS_MAX = 20;

export interface BacktestRequest {
  readonly mode: CommodityKey;
  readonly playbook: string;
  readonly years: number;
  readonly world: BacktestDataSource;
  /** Simulation seed; null for a random one and for in-sample data. */
  readonly seed: string | null;
}

export type QueuedBacktest =
  | { readonly ok: true; readonly id: string }
  | {
      readonly ok: false;
      readonly status: 409 | 503;
      readonly message: string;
      readonly activeId: string | null;
    };

/** A stored backtest with its live queue state. */
export interface BacktestJob extends Omit<BacktestRow, 'phase'> {
  readonly phase: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Backtests queued before this one; null unless waiting. */
  readonly ahead: number | null;
  readonly progress: { readonly share: number; readonly doing: string } | null;
}

/** Runs one backtest at a time, and at most one per user is waiting or running. */
export interface BacktestQueue {
  /** True if the market of this process is simulated, so that its history can be tested. */
  readonly hasInSampleHistory: boolean;
  /**
   * Queues a backtest, or returns the reason for rejection. A repeated key returns the first
   * result.
   */
  enqueue(userId: string, request: BacktestRequest, requestKey: string | null): QueuedBacktest;
  /** Cancels a waiting or running backtest of this user; false if there is none. */
  cancel(userId: string, id: string): boolean;
  find(userId: string, id: string): BacktestJob | null;
  /** Newest first. */
  list(userId: string): BacktestJob[];
}
