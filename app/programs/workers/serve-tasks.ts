// The worker's side of the pool: runs each task of the main thread and posts its result.
import { parentPort } from 'node:worker_threads';
import type { WorkerMessage } from './worker-pool';

/**
 * Call once per worker file. `listBuffers` names the buffers of a result that need no copy, because
 * the worker does not use them again.
 */
export function serveTasks<T, R>(
  runTask: (task: T, onPart: (part: number) => void) => R,
  listBuffers: (result: R) => readonly ArrayBuffer[] = () => [],
): void {
  const postMessage = (message: WorkerMessage<R>, buffers: readonly ArrayBuffer[] = []): void =>
    parentPort?.postMessage(message, [...buffers]);
  parentPort?.on('message', (task: T) => {
    const result = runTask(task, (part) => postMessage({ part }));
    postMessage({ result }, listBuffers(result));
  });
}
