// Observes every strategy on simulated paths: trade frequency, daily positions and look-ahead.
import { computeSha256 } from '../../../server/backtests/trial-ledger';
import type { OnProgress, OpenWorld } from '../../../server/backtests/study';
import type { DailyPositions } from '../../../trading/backtest/daily-positions';
import type { PlaybookRow } from '../../../trading/strategies/playbook';
import {
  type JudgeResult,
  type JudgeTask,
  type PathObservation,
  runJudgeTask,
} from './observe-path';

export interface PlaybookObservation {
  readonly row: PlaybookRow;
  /** Closed positions per ten years, over all paths. */
  readonly tradesPerDecade: number;
  /** Digest of the trades on all paths. */
  readonly orders: string;
  readonly positions: DailyPositions;
  /** Description of the look-ahead; null when none is found. */
  readonly lookahead: string | null;
  /** Whether the planted leak is detected. */
  readonly isLeakCaught: boolean;
}

/** Runs the tasks in any order, in this thread or in others; results are in their order. */
export type RunJudgeTasks = (
  tasks: readonly JudgeTask[],
  onProgress: OnProgress,
) => Promise<readonly JudgeResult[]>;

export const judgeInThread =
  (open: OpenWorld): RunJudgeTasks =>
  (tasks, onProgress) =>
    Promise.resolve(
      tasks.map((task, index) =>
        runJudgeTask(open, task, (done, total) =>
          onProgress(
            index + done / total,
            tasks.length,
            `path ${index + 1}, day ${done} of ${total}`,
          ),
        ),
      ),
    );

/** Observes all rows on the paths of the seeds; look-ahead is tested on the first path only. */
export async function observePlaybooks(
  runTasks: RunJudgeTasks,
  rows: readonly PlaybookRow[],
  seeds: readonly string[],
  years: number,
  onProgress: OnProgress,
): Promise<readonly PlaybookObservation[]> {
  const results = await runTasks(
    [
      ...seeds.map(
        (seed, index): JudgeTask => ({
          kind: 'path',
          rows,
          seed,
          years,
          hasLookAheadTests: index === 0,
        }),
      ),
      { kind: 'futures', rows, seed: seeds[0] ?? '' },
    ],
    onProgress,
  );
  const decades = (seeds.length * years) / 10;
  return rows.map((row, index) => {
    const paths = results.flatMap((result) =>
      result.kind === 'path' ? (result.observations[index] ?? []) : [],
    );
    const early = results.flatMap((result) =>
      result.kind === 'futures' ? (result.earlyDifferences[index] ?? []) : [],
    );
    return summarizePaths(row, paths, early[0] ?? null, decades);
  });
}

const summarizePaths = (
  row: PlaybookRow,
  paths: readonly PathObservation[],
  earlyDifference: string | null,
  decades: number,
): PlaybookObservation => ({
  row,
  tradesPerDecade: paths.reduce((sum, { trades }) => sum + trades, 0) / decades,
  orders: computeSha256(paths.map(({ orders }) => orders).join('\n\n')),
  positions: new Map(paths.flatMap(({ positions }) => [...positions])),
  lookahead: paths[0]?.lookahead ?? earlyDifference,
  isLeakCaught: paths[0]?.isLeakCaught ?? false,
});
