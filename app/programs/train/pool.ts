// Worker pool of the training; each thread takes the next task when it is free.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import { type Task, type TaskResult, runTask } from './tasks';

const WORKER = join(PROJECT_ROOT, 'build', 'workers', 'train.js');

/**
 * Forecast runs live for a simulated month; a small young generation would copy them repeatedly.
 */
const YOUNG_GENERATION_MB = 192;

/** Message of a worker: progress of its task (0-1), or the result. */
export type WorkerMessage = { readonly part: number } | { readonly result: unknown };

/** Progress callbacks. */
interface TaskListener<T extends Task> {
  /** Overall progress, 0 to 1. */
  readonly onDone?: (fraction: number) => void;
  /** Called per finished task, in any order. */
  readonly onResult?: (task: T, result: TaskResult<T>) => void;
}

/**
 * Runs tasks on `threads` workers, or in this thread with 0. Rejects with the first worker error.
 */
export async function runTasks<T extends Task>(
  tasks: readonly T[],
  threads: number,
  { onDone, onResult }: TaskListener<T> = {},
): Promise<TaskResult<T>[]> {
  const parts = new Float64Array(tasks.length);
  const reportProgress = (taskIndex: number, part: number): void => {
    parts[taskIndex] = part;
    onDone?.(parts.reduce((sum, one) => sum + one, 0) / tasks.length);
  };
  const results: TaskResult<T>[] = [];
  const storeResult = (taskIndex: number, result: TaskResult<T>): void => {
    results[taskIndex] = result;
    onResult?.(tasks[taskIndex] as T, result);
    reportProgress(taskIndex, 1);
  };
  if (threads === 0) {
    for (const [taskIndex, task] of tasks.entries())
      storeResult(
        taskIndex,
        runTask(task, (part) => reportProgress(taskIndex, part)) as TaskResult<T>,
      );
    return results;
  }
  let next = 0;
  const runWorker = async (): Promise<void> => {
    const worker = new Worker(WORKER, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    try {
      for (let taskIndex = next++; taskIndex < tasks.length; taskIndex = next++) {
        storeResult(
          taskIndex,
          (await runOnWorker(worker, tasks[taskIndex] as T, (part) =>
            reportProgress(taskIndex, part),
          )) as TaskResult<T>,
        );
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, runWorker));
  return results;
}

function runOnWorker(worker: Worker, task: Task, onPart: (part: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: WorkerMessage): void =>
      'part' in message ? onPart(message.part) : finish(null, message.result);
    const onError = (error: unknown): void =>
      finish(error instanceof Error ? error : new Error(String(error)));
    const onExit = (code: number): void =>
      finish(new Error(`training worker exited with code ${code}`));
    const finish = (error: Error | null, result?: unknown): void => {
      // Removed one by one, because the worker has listeners of its own.
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      if (error) reject(error);
      else resolve(result);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task);
  });
}
