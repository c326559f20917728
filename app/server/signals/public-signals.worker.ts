// Worker thread: runs the networks on what public sources and the owner's files have stored. It reads
// the database and writes nothing.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { loadCommittedModels } from './network-inference.server';
import { getLatestNewsMs } from './public-data-view.server';
import { readPublicMarket } from './public-market.server';
import { ReasonTimes } from './reason-times';
import { runPublicInference } from './public-inference.server';
import type { PublicSignalsOptions, SignalsMessage } from './signals-worker.server';
import { MINUTE_MS } from '../../trading/domain/time';

/** Lower priority than the server. */
const NICE = 10;
const CHECK_INTERVAL_MS = 1000;
/**
 * Between two runs. A new forecast counts only where there is a reason for one, or where the last one
 * found no current price.
 */
const RUN_INTERVAL_MS = 2 * MINUTE_MS;
const MB = 2 ** 20;

if (process.platform === 'linux') setPriority(NICE);
const { databaseFile, deskTime } = workerData as PublicSignalsOptions;
/** Desk time: a step of the system clock must not stamp forecasts later than desk time. */
const readTime = (): number => (deskTime ? Number(Atomics.load(deskTime, 0)) : Date.now());
const models = loadCommittedModels();
const reasonTimes = new ReasonTimes();
let lastRunMs = -Infinity;

const postMessage = (message: SignalsMessage): void => parentPort?.postMessage(message);

function runInference(): void {
  const nowMs = readTime();
  const newsMs = getLatestNewsMs(nowMs);
  // Desk time may go back a little.
  const isDue = nowMs >= lastRunMs + RUN_INTERVAL_MS || newsMs > lastRunMs || nowMs < lastRunMs;
  if (!isDue) return;
  const startedMs = performance.now();
  lastRunMs = nowMs;
  const market = readPublicMarket(databaseFile, nowMs);
  const { forecasts, silent, outlook } = runPublicInference(market, models, nowMs, (chain) =>
    reasonTimes.findReasonMs(chain, market.getMarks(chain)?.getView(nowMs) ?? null, {
      newsMs,
      nowMs,
    }),
  );
  postMessage({
    type: 'result',
    forecasts,
    silent,
    outlook,
    tookMs: Math.round(performance.now() - startedMs),
    memoryMb: Math.round(process.memoryUsage().heapUsed / MB),
  });
}

runInference();
setInterval(() => {
  postMessage({ type: 'alive' });
  runInference();
}, CHECK_INTERVAL_MS);
