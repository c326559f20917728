// Time that a worker thread needs to start on this machine at this moment.
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

const SILENT_MS_MIN = 500;
/** A start under load may take some times longer than the one before. */
const STARTS = 10;

/** A limit of silence, in ms, that a thread which only starts does not reach. */
export async function measureSilenceLimit(): Promise<number> {
  const startedMs = performance.now();
  const worker = new Worker("require('node:worker_threads').parentPort.postMessage('started')", {
    eval: true,
  });
  await once(worker, 'message');
  await worker.terminate();
  return Math.max(SILENT_MS_MIN, STARTS * (performance.now() - startedMs));
}
