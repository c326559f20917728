// Worker thread: imports one file of the owner's prices.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type ImportOrder, importPacked } from './packed-history';

/**
 * Lower priority than the server. Only Linux sets it for one thread; elsewhere it would affect the
 * whole process.
 */
const NICE = 10;

if (process.platform === 'linux') setPriority(NICE);
const imported = importPacked(workerData as ImportOrder);
parentPort?.postMessage(imported, imported.ok ? [imported.value.figures.buffer] : []);
