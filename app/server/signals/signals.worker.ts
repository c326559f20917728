// Worker thread: runs the networks once history is loaded, then after every publication and
// midnight.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { POWER_PAST_DAYS, InferenceService } from './network-inference.server';
import { PAST_DAYS } from '../../trading/networks/features/weather-record';
import type { SignalsMessage, SimulatedSignalsOptions } from './signals-worker.server';
import { openStoredWorld } from '../feeds/world-store.server';
import { PublicDataView, getLatestNewsMs } from './public-data-view.server';

/** Lower priority than the server. */
const NICE = 10;
const CHECK_INTERVAL_MS = 1000;
/**
 * Within this time forecasts get the publication time as stamp, as in training; later, such as
 * after sleep, the current time.
 */
const PROMPT_MS = 5 * 60_000;
const MB = 2 ** 20;

if (process.platform === 'linux') setPriority(NICE);
const startedMs = performance.now();
const { deskTime, ...origin } = workerData as SimulatedSignalsOptions;
/** Desk time: a step of the system clock must not stamp forecasts later than desk time. */
const readTime = (): number => (deskTime ? Number(Atomics.load(deskTime, 0)) : Date.now());
const inference = new InferenceService(
  PublicDataView.createAt(openStoredWorld(origin), readTime(), PAST_DAYS, POWER_PAST_DAYS),
);
let lastRunMs = -Infinity;

const postMessage = (message: SignalsMessage): void => parentPort?.postMessage(message);

function runInference(sinceMs: number): void {
  const nowMs = readTime();
  const slotMs = getLatestNewsMs(nowMs);
  if (slotMs === lastRunMs) return;
  const stampMs = lastRunMs > -Infinity && nowMs - slotMs < PROMPT_MS ? slotMs : nowMs;
  lastRunMs = slotMs;
  const result: SignalsMessage = {
    type: 'result',
    ...inference.run(stampMs, slotMs),
    tookMs: Math.round(performance.now() - sinceMs),
    memoryMb: Math.round(process.memoryUsage().heapUsed / MB),
  };
  postMessage(result);
}

runInference(startedMs);
setInterval(() => {
  postMessage({ type: 'alive' });
  runInference(performance.now());
}, CHECK_INTERVAL_MS);
