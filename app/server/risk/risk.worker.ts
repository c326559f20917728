// Worker thread: reads daily moves of the simulated market and simulates weather shocks.
import { setPriority } from 'node:os';
import { setImmediate as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createMarketReader } from './market-reader';
import type { ReaderMessage, ReadRequest } from './risk-messages';
import { openStoredWorld } from '../feeds/world-store.server';
import type { SimulationSeed } from '../../trading/engine/market-source';
import { createWorld } from '../../trading/simulation/world';

/**
 * Lower priority than the server. Only Linux sets it for one thread; elsewhere it would affect the
 * whole process.
 */
const NICE = 10;

if (process.platform === 'linux') setPriority(NICE);
const postMessage = (message: ReaderMessage): void => parentPort?.postMessage(message);
const reader = createMarketReader({
  world: openStoredWorld(workerData as SimulationSeed),
  openWorld: createWorld,
  nowMs: () => performance.now(),
});
let latest: ReadRequest | null = null;

/** One request at a time; a new request aborts the current run. */
async function runRequest(request: ReadRequest): Promise<void> {
  latest = request;
  for (const message of reader(request.untilMs, request)) {
    if (message) postMessage(message);
    await pause();
    if (latest !== request) return;
  }
}

parentPort?.on('message', (request: ReadRequest) => void runRequest(request));
