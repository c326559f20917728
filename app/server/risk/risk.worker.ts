// Reads the past of the desk's simulated world for its risk, and pushes weather shocks through
// worlds of other seeds, in a thread of its own.
import { setPriority } from 'node:os';
import { setImmediate as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { readMarket } from './read-market';
import type { FromReader, ReaderOrder, ToReader } from './told';
import { createWorld } from '../../trading/simulation/world';

/**
 * The desk goes first where there are too few processors. Only Linux has a priority for one thread;
 * elsewhere it would be the whole desk's.
 */
const NICE = 10;

if (process.platform === 'linux') setPriority(NICE);
const { seed } = workerData as ReaderOrder;
const tell = (message: FromReader): void => parentPort?.postMessage(message);
const reader = readMarket({ seed, open: createWorld, nowMs: () => performance.now() });
let latest: ToReader | null = null;

/** One order at a time; a later one ends the reading of the one before. */
async function read(order: ToReader): Promise<void> {
  latest = order;
  for (const told of reader(order.untilMs, order.round)) {
    if (told) tell(told);
    await pause();
    if (latest !== order) return;
  }
}

parentPort?.on('message', (order: ToReader) => void read(order));
