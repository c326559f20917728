// One run of a strategy over its tapes.
import type { BacktestRun } from '../../trading/backtest/backtest-run';
import { runBacktest } from '../../trading/backtest/run-backtest';
import type { ChainTape } from '../../trading/backtest/tape';
import { createEvaluator } from '../../trading/strategies/evaluate';
import type { PlaybookRow } from '../../trading/strategies/playbook';

/** A strategy and its tapes. Columns in shared memory reach a thread without a copy. */
export interface TapeRun {
  readonly row: PlaybookRow;
  readonly chains: readonly ChainTape[];
}

export const runTapes = ({ row, chains }: TapeRun): BacktestRun =>
  runBacktest(createEvaluator(row), chains);
