// Runs desk-years in parallel worker threads. Markets are independent, so scheduling cannot change a
// result.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import type { DeskYear } from '../../models/model-card/desk-year-study';
import type { DeskYearPlan } from './run-desk-year';

const WORKER = join(PROJECT_ROOT, 'build', 'workers', 'desk-year.js');
/**
 * The feed creates many short-lived objects; a small young generation would copy the history of a
 * simulated day repeatedly.
 */
const YOUNG_GENERATION_MB = 192;

/** Progress of a market in days, or its result. */
export type WorkerMessage = { readonly days: number } | { readonly result: DeskYear };

/** Results in the order of the plans. Rejects with the first error of a worker. */
export async function runDeskYears(
  plans: readonly DeskYearPlan[],
  threads: number,
  onDays: (done: number) => void,
): Promise<readonly DeskYear[]> {
  const days = new Float64Array(plans.length);
  const results: DeskYear[] = [];
  let next = 0;
  const runWorker = async (): Promise<void> => {
    const worker = new Worker(WORKER, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    try {
      for (let index = next++; index < plans.length; index = next++)
        results[index] = await runOnWorker(worker, plans[index] as DeskYearPlan, (done) => {
          days[index] = done;
          onDays(days.reduce((sum, one) => sum + one, 0));
        });
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, plans.length) }, runWorker));
  return results;
}

function runOnWorker(
  worker: Worker,
  plan: DeskYearPlan,
  onDays: (done: number) => void,
): Promise<DeskYear> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: WorkerMessage): void =>
      'days' in message ? onDays(message.days) : endRun(null, message.result);
    const onError = (error: unknown): void =>
      endRun(error instanceof Error ? error : new Error(String(error)));
    const onExit = (code: number): void =>
      endRun(new Error(`the worker of market ${plan.seed} exited with code ${code}`));
    const endRun = (error: Error | null, result?: DeskYear): void => {
      // Removed one by one, because the worker has listeners of its own.
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      if (error || !result) reject(error ?? new Error(`market ${plan.seed} has no result`));
      else resolve(result);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(plan);
  });
}
