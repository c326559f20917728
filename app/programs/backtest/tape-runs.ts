// Runs strategies over tapes, in this thread or on several. Runs are independent, so that scheduling
// cannot change a result.
import type { BacktestRun } from '../../trading/backtest/backtest-run';
import { PoolRunner } from '../../server/jobs/pool-runner.server';
import { TAPE_JOB } from './jobs';
import { unpackRun } from './packed-run';
import { type TapeRun, runTapes } from './tape-run';

/** Results are in the order of the runs. */
export type RunTapes = (
  runs: readonly TapeRun[],
  onDone?: (done: number) => void,
) => Promise<readonly BacktestRun[]>;

export const runTapesInThread: RunTapes = (runs, onDone) =>
  Promise.resolve(
    runs.map((tapeRun, index) => {
      const run = runTapes(tapeRun);
      onDone?.(index + 1);
      return run;
    }),
  );

/** Threads for several calls; to be stopped. */
export class TapePool {
  private readonly runner: PoolRunner;

  constructor(threads: number) {
    this.runner = new PoolRunner({ threads });
  }

  readonly run: RunTapes = async (runs, onDone) =>
    (await this.runner.run(TAPE_JOB, runs, { onProgress: ({ done }) => onDone?.(done) })).map(
      unpackRun,
    );

  stop(): Promise<void> {
    return this.runner.close();
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
