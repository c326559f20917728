// Computes simulated paths in parallel worker threads.
import type { SimulateWorlds, WorldResult } from '../../server/backtests/study';
import type { WorldSpan } from '../../server/backtests/world-span';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { runOnWorkers } from '../workers/worker-pool';
import type { JudgeResult, JudgeTask } from './judge/observe-path';
import type { RunJudgeTasks } from './judge/observe-playbooks';

export interface WorldTask {
  readonly rows: readonly PlaybookRow[];
  readonly world: WorldSpan;
}

/**
 * A simulation creates many short-lived objects; a larger young generation cuts the run time by a
 * sixth.
 */
const YOUNG_GENERATION_MB = 64;

const PROGRESS_MESSAGES = 50;

/** Reports days of a path as parts, some of them only. */
export const createPartReporter =
  (onPart: (part: number) => void): ((done: number, total: number) => void) =>
  (done, total) => {
    if (done % Math.ceil(total / PROGRESS_MESSAGES) === 0) onPart(done / total);
  };

/**
 * Uses up to `threads` workers. One path or one strategy alone runs in this thread, because its
 * tapes are needed afterwards.
 */
export const createParallelWalk =
  (threads: number, runLocally: SimulateWorlds): SimulateWorlds =>
  (rows, worlds, onProgress) =>
    Math.min(threads, worlds.length) < 2 || rows.length < 2
      ? runLocally(rows, worlds, onProgress)
      : runOnWorkers<WorldTask, readonly WorldResult[]>(
          worlds.map((world) => ({ rows, world })),
          { name: 'backtest-world', threads, youngGenerationMb: YOUNG_GENERATION_MB },
          {
            onDone: (done) =>
              onProgress(done, worlds.length, `${done.toFixed(1)} of ${worlds.length} paths`),
          },
        );

export const createParallelJudge =
  (threads: number): RunJudgeTasks =>
  (tasks, onProgress) =>
    runOnWorkers<JudgeTask, JudgeResult>(
      tasks,
      { name: 'judge', threads, youngGenerationMb: YOUNG_GENERATION_MB },
      {
        onDone: (done) =>
          onProgress(done, tasks.length, `${done.toFixed(1)} of ${tasks.length} tasks`),
      },
    );
