// Says what the networks think of the desk's own simulated world: when it has read the past, and
// after every publication and midnight.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { PAST_DAYS, POWER_PAST_DAYS, InferenceService } from './network-inference.server';
import type { SignalsOrder, InferenceResult } from './signals-worker.server';
import { createWorld } from '../../trading/simulation/world';
import { WorldPast, getLatestNewsMs } from './public-data-view.server';

/** The desk goes first where there are too few processors. */
const NICE = 10;
const LOOK_MS = 1000;
/**
 * What is said so soon after the news is stamped with it, as in training; later, as after a
 * machine's sleep, it is of now.
 */
const PROMPT_MS = 5 * 60_000;
const MB = 2 ** 20;

if (process.platform === 'linux') setPriority(NICE);
const startedMs = performance.now();
const { seed, deskTime } = workerData as SignalsOrder;
/**
 * Desk time: a step of the system clock must not stamp an opinion with a moment that the desk has
 * not reached.
 */
const readTime = (): number => (deskTime ? Number(Atomics.load(deskTime, 0)) : Date.now());
const voice = new InferenceService(
  WorldPast.before(createWorld({ seed }), readTime(), PAST_DAYS, POWER_PAST_DAYS),
);
let saidMs = -Infinity;

function postStatus(sinceMs: number): void {
  const nowMs = readTime();
  const slotMs = getLatestNewsMs(nowMs);
  if (slotMs === saidMs) return;
  const stampMs = saidMs > -Infinity && nowMs - slotMs < PROMPT_MS ? slotMs : nowMs;
  saidMs = slotMs;
  const word: InferenceResult = {
    ...voice.run(stampMs, slotMs),
    tookMs: Math.round(performance.now() - sinceMs),
    memoryMb: Math.round(process.memoryUsage().heapUsed / MB),
  };
  parentPort?.postMessage(word);
}

postStatus(startedMs);
setInterval(() => postStatus(performance.now()), LOOK_MS);
