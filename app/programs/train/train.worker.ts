// Worker of `npm run train`: runs tasks and reports progress.
import { parentPort } from 'node:worker_threads';
import type { WorkerMessage } from './pool';
import { type Task, listBuffers, runTask } from './tasks';

const postToParent = (message: WorkerMessage, buffers: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, buffers);

parentPort?.on('message', (task: Task) => {
  const result = runTask(task, (part) => postToParent({ part }));
  postToParent({ result }, listBuffers(result));
});
