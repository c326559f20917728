// Computes simulated paths in parallel worker threads. Paths are independent, so scheduling cannot
// change a result.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorldSpan } from '../../server/backtests/world-span';
import type { SimulateWorlds, WorldResult } from '../../server/backtests/study';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import type { CommodityKey } from '../../trading/domain/commodity';

export interface WorkerInput {
  readonly playbooks: readonly { readonly mode: CommodityKey; readonly id: string }[];
  readonly jobs: readonly WorldSpan[];
}

/** Progress of one path (fraction 0-1); results at its end, else null. */
export interface WorkerMessage {
  readonly index: number;
  readonly fraction: number;
  readonly results: readonly WorldResult[] | null;
}

/**
 * A simulation creates many short-lived objects; a larger young generation cuts the run time by a
 * sixth.
 */
const YOUNG_GENERATION_MB = 64;

/**
 * Uses up to `threads` workers. One path or one strategy alone runs in this thread, because its
 * tapes are needed afterwards.
 */
export const createParallelWalk =
  (threads: number, runLocally: SimulateWorlds): SimulateWorlds =>
  (rows, jobs, onProgress) => {
    const count = Math.min(threads, jobs.length);
    if (count < 2 || rows.length < 2) return runLocally(rows, jobs, onProgress);
    const playbooks = rows.map(({ commodity, id }) => ({ mode: commodity, id }));
    const found: (readonly WorldResult[])[] = [];
    const fractions = new Float64Array(jobs.length);
    let next = 0;
    const workers = Array.from(
      { length: count },
      () =>
        new Worker(join(PROJECT_ROOT, 'build', 'workers', 'backtest-world.js'), {
          workerData: { playbooks, jobs } satisfies WorkerInput,
          resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
        }),
    );
    const completions = workers.map(
      (worker) =>
        new Promise<void>((resolve, reject) => {
          const assignNextJob = (): void => {
            const [index, job] = [next, jobs[next]];
            next += 1;
            if (job) worker.postMessage({ index, job });
            else resolve();
          };
          worker.on('error', reject);
          worker.on('exit', (code) =>
            reject(new Error(`backtest worker exited with code ${code} before its jobs were done`)),
          );
          worker.on('message', ({ index, fraction, results }: WorkerMessage) => {
            fractions[index] = fraction;
            const finishedPaths = fractions.reduce((sum, one) => sum + one, 0);
            onProgress(
              finishedPaths,
              jobs.length,
              `${finishedPaths.toFixed(1)} of ${jobs.length} paths`,
            );
            if (results === null) return;
            found[index] = results;
            assignNextJob();
          });
          assignNextJob();
        }),
    );
    return Promise.all(completions)
      .then(() => found)
      .finally(() => Promise.all(workers.map((worker) => worker.terminate())));
  };
