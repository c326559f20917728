// A thread of `npm run train`: does one task after another and tells how far it is.
import { parentPort } from 'node:worker_threads';
import type { Word } from './pool';
import { type Task, listBuffers, runTask } from './tasks';

const postToParent = (word: Word, buffers: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(word, buffers);

parentPort?.on('message', (task: Task) => {
  const result = runTask(task, (part) => postToParent({ part }));
  postToParent({ result }, listBuffers(result));
});
