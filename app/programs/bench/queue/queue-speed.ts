// One research worker against two on the same jobs, through a Redis server of this machine.
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { QueueRunner } from '../../../server/jobs/queue-runner.server';
import { getOutOfSampleSpan } from '../../../server/backtests/world-span';
import { listPlaybooks } from '../../../trading/strategies/playbooks/catalog';
import { WORLD_JOB } from '../../backtest/jobs';
import { type Table, formatDecimal, formatInteger } from '../table';
import { type QueueProcess, startRedis, startWorker } from './queue-processes';

export interface QueueSpeed {
  readonly jobs: number;
  /** Processes that ran or waited for a processor before each measurement. */
  readonly load: readonly [one: number, two: number];
  readonly secondsOfOne: number;
  readonly secondsOfTwo: number;
  /** Time of one worker / time of two. */
  readonly ratio: number;
  readonly isSame: boolean;
}

/** A second worker saves half of the time, less 15%. */
const RATIO_GOAL = 1.7;

/** Strategies of a commodity without power, one year on each path. */
const listJobs = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    rows: listPlaybooks('cotton'),
    world: getOutOfSampleSpan(`${prefix}-${index + 1}`, 1),
  }));

/** Null without the program redis-server. The build must be there. */
export async function measureQueue(folder: string, jobs: number): Promise<QueueSpeed | null> {
  mkdirSync(folder, { recursive: true });
  const redis = await startRedis(folder);
  if (!redis) return null;
  const workers: QueueProcess[] = [];
  const runner = new QueueRunner({ url: redis.url, threads: 1, onNotice: () => undefined });
  const measure = async () => {
    workers.push(await startWorker(redis.url));
    // Compiles the code of each worker.
    await runner.run(WORLD_JOB, listJobs(2 * workers.length, `warm-up-${workers.length}`));
    const load = loadavg()[0] ?? NaN;
    const startedMs = performance.now();
    const results = await runner.run(WORLD_JOB, listJobs(jobs, 'queue'));
    return { load, seconds: (performance.now() - startedMs) / 1000, results };
  };
  try {
    const one = await measure();
    const two = await measure();
    return {
      jobs,
      load: [one.load, two.load],
      secondsOfOne: one.seconds,
      secondsOfTwo: two.seconds,
      ratio: one.seconds / two.seconds,
      // Every number by Object.is. Serialized bytes also depend on how V8 stores a number.
      isSame: isDeepStrictEqual(one.results, two.results),
    };
  } finally {
    await runner.close();
    await Promise.all(workers.map((worker) => worker.stop()));
    await redis.stop();
  }
}

export const buildQueueTable = (speed: QueueSpeed | null): Table => ({
  title: 'Research workers',
  head: ['workers', 'time', 'jobs per minute'],
  note:
    speed === null
      ? 'Not measured: the program redis-server is not installed.'
      : `${formatInteger(speed.jobs)} jobs of one simulated path each, all strategies of a commodity over a year, through Redis on this machine; the results are ${speed.isSame ? 'equal' : 'DIFFERENT'}. Two workers are ${speed.ratio.toFixed(2)} times as fast as one. Load before: ${speed.load.map(formatDecimal).join(' and ')}. Goal: ${RATIO_GOAL}.`,
  rows:
    speed === null
      ? []
      : [
          ['one', speed.secondsOfOne],
          ['two', speed.secondsOfTwo],
        ].map(([name, seconds]) => [
          String(name),
          `${formatDecimal(Number(seconds))} s`,
          formatDecimal((60 * speed.jobs) / Number(seconds)),
        ]),
});
