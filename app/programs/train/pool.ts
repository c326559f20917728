// Worker pool of the training.
import { type TaskListener, runOnWorkers } from '../workers/worker-pool';
import { type Task, type TaskResult, runTask } from './tasks';

/** Forecast runs live for a simulated month. */
const YOUNG_GENERATION_MB = 192;

/**
 * Runs tasks on `threads` workers, or in this thread with 0. Rejects with the first worker error.
 */
export async function runTasks<T extends Task>(
  tasks: readonly T[],
  threads: number,
  listener: TaskListener<T, TaskResult<T>> = {},
): Promise<TaskResult<T>[]> {
  if (threads > 0)
    return runOnWorkers(
      tasks,
      { name: 'train', threads, youngGenerationMb: YOUNG_GENERATION_MB },
      listener,
    );
  return tasks.map((task, index) => {
    const result = runTask(task, (part) => listener.onDone?.(index + part)) as TaskResult<T>;
    listener.onResult?.(task, result);
    listener.onDone?.(index + 1);
    return result;
  });
}
