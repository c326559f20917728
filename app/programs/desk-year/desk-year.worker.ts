// Worker of `npm run desk-year`. Each message is one market; it returns progress messages and one
// result.
import { parentPort } from 'node:worker_threads';
import type { WorkerMessage } from './pool';
import { type DeskYearPlan, runDeskYear } from './run-desk-year';

const postToParent = (message: WorkerMessage): void => parentPort?.postMessage(message);

parentPort?.on('message', (plan: DeskYearPlan) => {
  runDeskYear(plan, (days) => postToParent({ days })).then(
    (result) => postToParent({ result }),
    (error: unknown) => {
      // An error of a worker thread reaches its parent only outside of a promise.
      setImmediate(() => {
        throw error;
      });
    },
  );
});
