// Runs strategies over tapes, in this thread or on several. Runs are independent, so that scheduling
// cannot change a result.
import { runBacktest } from '../../trading/backtest/run-backtest';
import type { BacktestRun } from '../../trading/backtest/backtest-run';
import type { ChainTape } from '../../trading/backtest/tape';
import { createEvaluator } from '../../trading/strategies/evaluate';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { WorkerPool } from '../workers/worker-pool';
import { type PackedRun, unpackRun } from './packed-run';

/** A strategy and its tapes. Columns in shared memory reach a thread without a copy. */
export interface TapeRun {
  readonly row: PlaybookRow;
  readonly chains: readonly ChainTape[];
}

/** Results are in the order of the runs. */
export type RunTapes = (
  runs: readonly TapeRun[],
  onDone?: (done: number) => void,
) => Promise<readonly BacktestRun[]>;

export const runTapes = ({ row, chains }: TapeRun): BacktestRun =>
  runBacktest(createEvaluator(row), chains);

export const runTapesInThread: RunTapes = (runs, onDone) =>
  Promise.resolve(
    runs.map((tapeRun, index) => {
      const run = runTapes(tapeRun);
      onDone?.(index + 1);
      return run;
    }),
  );

/** A run allocates little besides its columns, which lie outside the heap. */
const YOUNG_GENERATION_MB = 32;

/** Threads for several calls; to be stopped. */
export class TapePool {
  private readonly pool: WorkerPool<TapeRun, PackedRun>;

  constructor(threads: number) {
    this.pool = new WorkerPool({
      name: 'tape-runs',
      threads,
      youngGenerationMb: YOUNG_GENERATION_MB,
    });
  }

  readonly run: RunTapes = async (runs, onDone) =>
    (await this.pool.run(runs, onDone ? { onDone } : {})).map(unpackRun);

  stop(): Promise<void> {
    return this.pool.stop();
  }
}

/** Bars from which threads save more time than their start takes. */
const BARS_MIN = 2_000_000;

const countBars = (runs: readonly TapeRun[]): number =>
  runs
    .flatMap(({ chains }) => chains.flatMap(({ months }) => months))
    .reduce((sum, { bars }) => sum + bars.endsMs.length, 0);

/** Runs on up to `threads` threads, and in this one where they would not save time. */
export const createParallelTapeRuns =
  (threads: number): RunTapes =>
  async (runs, onDone) => {
    const count = Math.min(threads, runs.length);
    if (count < 2 || countBars(runs) < BARS_MIN) return runTapesInThread(runs, onDone);
    const pool = new TapePool(count);
    try {
      return await pool.run(runs, onDone);
    } finally {
      await pool.stop();
    }
  };
