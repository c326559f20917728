// The backtests of this process as screens and calls use them.
import type { BacktestWorld } from '../../contracts/backtest';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { BacktestRow } from './backtest.server';

/** Of each user. */
export const BACKTESTS_KEPT = 20;

export interface BacktestRequest {
  readonly mode: CommodityKey;
  readonly playbook: string;
  readonly years: number;
  readonly world: BacktestWorld;
  /** Names a world that nobody has seen; null for a new one, and for the desk's own. */
  readonly seed: string | null;
}

export type QueuedBacktest =
  | { readonly ok: true; readonly id: string }
  | {
      readonly ok: false;
      readonly status: 409 | 503;
      readonly message: string;
      readonly underWay: string | null;
    };

/** A stored backtest with what the process knows of it. */
export interface BacktestJob extends Omit<BacktestRow, 'phase'> {
  readonly phase: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** How many are before it while it waits. */
  readonly ahead: number | null;
  readonly progress: { readonly share: number; readonly doing: string } | null;
}

/** One backtest runs at a time; of each user one at most is waiting or running. */
export interface BacktestQueue {
  /** Whether the market of this process is simulated, so that its own past can be tested on. */
  readonly hasDeskWorld: boolean;
  /** Queues a backtest, or gives the reason why not. A repeated key gets the first answer. */
  ask(userId: string, request: BacktestRequest, requestKey: string | null): QueuedBacktest;
  /** Ends a waiting or running backtest of this user. False when there is none of this id. */
  cancel(userId: string, id: string): boolean;
  find(userId: string, id: string): BacktestJob | null;
  /** Newest first. */
  list(userId: string): BacktestJob[];
}
