// Worker thread: runs one backtest. It may be terminated at any time.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { JobMessage, JobOrder } from './job-messages';
import { TrialsError } from './trial-ledger';
import { runJob } from './run-job';
import { CODE_VERSION } from '../platform/project.server';
import { createWorld } from '../../trading/simulation/world';

/** Minimum progress between two messages. */
const PROGRESS_STEP_MIN = 0.005;
/**
 * Lower priority than the server. Only Linux sets it for one thread; elsewhere it would affect the
 * whole process.
 */
const NICE = 10;

function postMessage(message: JobMessage): void {
  parentPort?.postMessage(message);
}

function createProgressReporter(): (fraction: number, activity: string) => void {
  let reported = -1;
  return (fraction, activity) => {
    if (fraction - reported < PROGRESS_STEP_MIN) return;
    reported = fraction;
    postMessage({ type: 'progress', fraction, activity });
  };
}

if (process.platform === 'linux') setPriority(NICE);
try {
  const order = workerData as JobOrder;
  const { result, report } = runJob(order, {
    openWorld: createWorld,
    nowMs: Date.now,
    codeVersion: CODE_VERSION,
    onProgress: createProgressReporter(),
  });
  postMessage({ type: 'done', result, report: gzipSync(report) });
} catch (error) {
  if (!(error instanceof TrialsError)) throw error;
  postMessage({ type: 'refused', message: error.message });
}
