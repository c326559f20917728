// Runs one backtest beside the desk, in a thread of its own that may be ended at any moment.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { JobMessage, JobOrder } from './job';
import { TrialsError } from './ledger';
import { runJob } from './run-job';
import { CODE_VERSION } from '../platform/project.server';
import { createWorld } from '../../trading/simulation/world';

/** Steps of the share below this are not told. */
const STEP = 0.005;
/**
 * The desk goes first where there are too few processors. Only Linux has a priority for one thread;
 * elsewhere it would be the whole desk's.
 */
const NICE = 10;

function tell(message: JobMessage): void {
  parentPort?.postMessage(message);
}

function progressTeller(): (share: number, doing: string) => void {
  let told = -1;
  return (share, doing) => {
    if (share - told < STEP) return;
    told = share;
    tell({ type: 'progress', share, doing });
  };
}

if (process.platform === 'linux') setPriority(NICE);
try {
  const order = workerData as JobOrder;
  const { result, report } = runJob(order, {
    open: createWorld,
    nowMs: Date.now,
    codeVersion: CODE_VERSION,
    onProgress: progressTeller(),
  });
  tell({ type: 'done', result, report: gzipSync(report) });
} catch (error) {
  if (!(error instanceof TrialsError)) throw error;
  tell({ type: 'refused', message: error.message });
}
