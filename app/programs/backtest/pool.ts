// Computes simulated paths as research jobs.
import type { SimulateWorlds } from '../../server/backtests/study';
import { useJobRunner } from '../../server/jobs/use-runner.server';
import { getEnv } from '../../server/platform/env.server';
import type { RunJudgeTasks } from './judge/observe-playbooks';
import { JUDGE_JOB, WORLD_JOB } from './jobs';

/**
 * Runs each path as a job, on up to `threads` threads of this machine. One path or one strategy
 * alone runs in this thread, because its tapes are needed afterwards.
 */
export const createParallelWalk =
  (threads: number, runLocally: SimulateWorlds): SimulateWorlds =>
  (rows, worlds, onProgress) => {
    const isQueued = getEnv().QUEUE_URL !== undefined;
    return worlds.length < 2 || rows.length < 2 || (threads < 2 && !isQueued)
      ? runLocally(rows, worlds, onProgress)
      : useJobRunner(threads, (runner) =>
          runner.run(
            WORLD_JOB,
            worlds.map((world) => ({ rows, world })),
            {
              onProgress: ({ done }) =>
                onProgress(done, worlds.length, `${done.toFixed(1)} of ${worlds.length} paths`),
            },
          ),
        );
  };

export const createParallelJudge =
  (threads: number): RunJudgeTasks =>
  (tasks, onProgress) =>
    useJobRunner(threads, (runner) =>
      runner.run(JUDGE_JOB, tasks, {
        onProgress: ({ done }) =>
          onProgress(done, tasks.length, `${done.toFixed(1)} of ${tasks.length} tasks`),
      }),
    );
