// Runs independent tasks on worker threads of `build/workers`. Results are in the order of the
// tasks, so that scheduling cannot change one.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PROJECT_ROOT } from '../../server/platform/project.server';

/** Message of a worker: progress of its task (0-1), or the result. */
export type WorkerMessage<R = unknown> = { readonly part: number } | { readonly result: R };

interface PoolOptions {
  /** File in `build/workers`, without its extension. */
  readonly name: string;
  readonly threads: number;
  /**
   * Young generation of the heap of a thread. Where many objects live for a while, a small one
   * copies them repeatedly.
   */
  readonly youngGenerationMb: number;
}

/** Progress callbacks. */
export interface TaskListener<T, R> {
  /** Finished tasks, with the finished parts of others. */
  readonly onDone?: (done: number) => void;
  /** Called per finished task, in any order. */
  readonly onResult?: (task: T, result: R) => void;
}

/** Threads that stay until `stop`, and so keep their compiled code for the next run. */
export class WorkerPool<T, R> {
  private readonly workers: readonly Worker[];

  constructor(private readonly options: PoolOptions) {
    this.workers = Array.from(
      { length: options.threads },
      () =>
        new Worker(join(PROJECT_ROOT, 'build', 'workers', `${options.name}.js`), {
          resourceLimits: { maxYoungGenerationSizeMb: options.youngGenerationMb },
        }),
    );
  }

  /**
   * Each thread takes the next task when it is free. Rejects with the first error of a worker,
   * after which the pool must be stopped.
   */
  async run(tasks: readonly T[], { onDone, onResult }: TaskListener<T, R> = {}): Promise<R[]> {
    const parts = new Float64Array(tasks.length);
    const reportPart = (index: number, part: number): void => {
      parts[index] = part;
      onDone?.(parts.reduce((sum, one) => sum + one, 0));
    };
    const results: R[] = [];
    let next = 0;
    const runTasks = async (worker: Worker): Promise<void> => {
      for (let index = next++; index < tasks.length; index = next++) {
        const task = tasks[index] as T;
        const result = await this.runTask(worker, task, (part) => reportPart(index, part));
        results[index] = result;
        onResult?.(task, result);
        reportPart(index, 1);
      }
    };
    await Promise.all(this.workers.map(runTasks));
    return results;
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }

  private runTask(worker: Worker, task: T, onPart: (part: number) => void): Promise<R> {
    const { name } = this.options;
    return new Promise((resolve, reject) => {
      const onMessage = (message: WorkerMessage<R>): void => {
        if ('part' in message) return onPart(message.part);
        endTask();
        resolve(message.result);
      };
      const onError = (error: unknown): void => {
        endTask();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const onExit = (code: number): void =>
        onError(new Error(`worker ${name} exited with code ${code} before its task was done`));
      const endTask = (): void => {
        // Removed one by one, because the worker has listeners of its own.
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(task);
    });
  }
}

/** Runs tasks on as many threads as there is work for, and stops them. */
export async function runOnWorkers<T, R>(
  tasks: readonly T[],
  options: PoolOptions,
  listener: TaskListener<T, R> = {},
): Promise<R[]> {
  const pool = new WorkerPool<T, R>({
    ...options,
    threads: Math.min(options.threads, tasks.length),
  });
  try {
    return await pool.run(tasks, listener);
  } finally {
    await pool.stop();
  }
}
