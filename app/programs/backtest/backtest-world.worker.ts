// Worker of `npm run backtest`. Each message is one job; each job returns progress messages and one
// result.
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerMessage, WorkerInput } from './pool';
import { runWorld } from '../../server/backtests/study';
import { createWorld } from '../../trading/simulation/world';
import { findPlaybookRow } from '../../trading/strategies/playbooks/catalog';

const PROGRESS_MESSAGES = 50;
const { playbooks } = workerData as WorkerInput;
const rows = playbooks.flatMap(({ mode, id }) => findPlaybookRow(mode, id) ?? []);
const postToParent = (message: WorkerMessage): void => parentPort?.postMessage(message);

parentPort?.on(
  'message',
  ({ index, job }: { readonly index: number; readonly job: WorkerInput['jobs'][number] }) => {
    const results = runWorld(createWorld, rows, job, (done, total) => {
      if (done % Math.ceil(total / PROGRESS_MESSAGES) === 0)
        postToParent({ index, fraction: done / total, results: null });
    });
    postToParent({ index, fraction: 1, results });
  },
);
