// Imports a file of the owner's prices in a worker thread, with time and memory limits.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ImportOrder, PackedHistory } from './packed-history';
import { PROJECT_ROOT } from '../../platform/project.server';
import { type Outcome, createRefusal, rejectWith } from '../../../trading/domain/outcome';
import { MINUTE_MS } from '../../../trading/domain/time';

/** A fault of the server with a sentence for the owner; the file is tried again later. */
export class ImportFault extends Error {}

/** Resolves to the history or a refusal. Rejects with a fault, and when it is aborted. */
export type ImportFile = (
  order: ImportOrder,
  signal: AbortSignal,
) => Promise<Outcome<PackedHistory>>;

const PROGRAM = join(PROJECT_ROOT, 'build', 'workers', 'own-price.js');
const NOT_BUILT = 'The import program is not built. Run `npm run build`.';
/** A file of 20 MB takes seconds. */
const TIME_MS_MAX = 2 * MINUTE_MS;
const HEAP_MB = 768;

const rejectLarge = (fault: string): Outcome<never> =>
  rejectWith(createRefusal('INVALID', `${fault} Split the file into several.`));

/** Starts a thread for one file. */
export const importInWorker: ImportFile = (order, signal) => {
  if (!existsSync(PROGRAM)) return Promise.reject(new ImportFault(NOT_BUILT));
  // No environment: the worker must not see secrets.
  const worker = new Worker(PROGRAM, {
    workerData: order,
    transferList: [order.bytes.buffer as ArrayBuffer],
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  let endEarly = (): void => undefined;
  const result = new Promise<Outcome<PackedHistory>>((resolve, reject) => {
    const timeLimit = setTimeout(
      () => resolve(rejectLarge('Reading it takes more than two minutes.')),
      TIME_MS_MAX,
    );
    timeLimit.unref();
    endEarly = () => reject(new Error('the import was aborted'));
    signal.addEventListener('abort', endEarly, { once: true });
    worker.on('message', resolve);
    worker.on('error', (error: Error & { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? resolve(rejectLarge(`Reading it needs more than ${HEAP_MB} MB of memory.`))
        : reject(error),
    );
    worker.on('exit', (code) => {
      clearTimeout(timeLimit);
      reject(new Error(`the import ended with code ${code} and no result`));
    });
  });
  worker.unref();
  return result.finally(() => {
    signal.removeEventListener('abort', endEarly);
    return worker.terminate();
  });
};
