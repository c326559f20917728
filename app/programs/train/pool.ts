// Threads that share the tasks of a training: each takes the next one when it has done its last.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import { type Task, type TaskResult, runTask } from './tasks';

const WORKER = join(PROJECT_ROOT, 'build', 'workers', 'train.js');

/**
 * Runs and days of a world live for a month of it: with little room they are copied over and over
 * before they die.
 */
const YOUNG_MB = 192;

/** What a thread tells: how far it is, or what came out. */
export type Word = { readonly part: number } | { readonly result: unknown };

/** Who hears of the work while it goes on. */
interface Listener<T extends Task> {
  /** How much of all is done, 0 to 1. */
  readonly onDone?: (share: number) => void;
  /** A result as soon as it is there, in whatever order. */
  readonly onResult?: (task: T, result: TaskResult<T>) => void;
}

/**
 * Runs tasks on so many threads, or with 0 in this one. Rejects with the first error of a thread.
 */
export async function runTasks<T extends Task>(
  tasks: readonly T[],
  threads: number,
  { onDone, onResult }: Listener<T> = {},
): Promise<TaskResult<T>[]> {
  const parts = new Float64Array(tasks.length);
  const tell = (place: number, part: number): void => {
    parts[place] = part;
    onDone?.(parts.reduce((sum, one) => sum + one, 0) / tasks.length);
  };
  const results: TaskResult<T>[] = [];
  const take = (place: number, result: TaskResult<T>): void => {
    results[place] = result;
    onResult?.(tasks[place] as T, result);
    tell(place, 1);
  };
  if (threads === 0) {
    for (const [place, task] of tasks.entries())
      take(place, runTask(task, (part) => tell(place, part)) as TaskResult<T>);
    return results;
  }
  let next = 0;
  const serve = async (): Promise<void> => {
    const worker = new Worker(WORKER, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    try {
      for (let place = next++; place < tasks.length; place = next++) {
        take(
          place,
          (await askWorker(worker, tasks[place] as T, (part) =>
            tell(place, part),
          )) as TaskResult<T>,
        );
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, serve));
  return results;
}

function askWorker(worker: Worker, task: Task, onPart: (part: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const hear = (word: Word): void =>
      'part' in word ? onPart(word.part) : end(null, word.result);
    const fail = (error: unknown): void =>
      end(error instanceof Error ? error : new Error(String(error)));
    const leave = (code: number): void =>
      end(new Error(`a thread of the training ended with ${code}`));
    const end = (error: Error | null, result?: unknown): void => {
      // one by one: the thread's own listeners keep its channel open
      worker.off('message', hear).off('error', fail).off('exit', leave);
      if (error) reject(error);
      else resolve(result);
    };
    worker.on('message', hear).on('error', fail).on('exit', leave);
    worker.postMessage(task);
  });
}
