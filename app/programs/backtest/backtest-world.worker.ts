// Walks worlds for `npm run backtest` in a thread of its own: one job a message, one answer a job,
// with a word after each tenth of the way.
import { parentPort, workerData } from 'node:worker_threads';
import type { FromWalker, ToWalker } from './pool';
import { runWorld } from '../../server/backtests/study';
import { createWorld } from '../../trading/simulation/world';
import { findPlaybookRow } from '../../trading/strategies/playbooks/catalogue';

const TELLS = 50;
const { names } = workerData as ToWalker;
const rows = names.flatMap(({ mode, id }) => findPlaybookRow(mode, id) ?? []);
const postToParent = (message: FromWalker): void => parentPort?.postMessage(message);

parentPort?.on(
  'message',
  ({ place, job }: { readonly place: number; readonly job: ToWalker['jobs'][number] }) => {
    const results = runWorld(createWorld, rows, job, (done, total) => {
      if (done % Math.ceil(total / TELLS) === 0)
        postToParent({ place, share: done / total, results: null });
    });
    postToParent({ place, share: 1, results });
  },
);
