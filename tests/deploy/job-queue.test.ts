// Research jobs through a real Redis server: the contract of all runners, outages, rejoined runs.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { JobError } from '../../app/server/jobs/job-runner';
import { PoolRunner } from '../../app/server/jobs/pool-runner.server';
import { QueueRunner } from '../../app/server/jobs/queue-runner.server';
import { QueueWorker } from '../../app/server/jobs/queue-worker.server';
import { testJobRunner } from '../contracts/job-runner-contract';
import { findMissing, reportSkipped } from '../support/deploy-programs';
import { PROBE_JOB, type ProbeInput, SHORT_PROBE_JOB } from '../support/probe-jobs';
import { buildProbeWorker } from '../support/probe-worker';
import { findFreePort } from '../support/free-port';
import { type RedisServer, startRedis } from '../support/redis-server';

const isSkipped = reportSkipped('research jobs through a queue', findMissing(['redis-server']));

const waitFor = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 60_000 });

const ignoreNotice = (): void => undefined;

const openWorker = (
  url: string,
  threads: number,
  file: string,
  onJobEnd: (text: string) => void = ignoreNotice,
): QueueWorker =>
  new QueueWorker({
    url,
    concurrency: threads,
    kinds: [PROBE_JOB, SHORT_PROBE_JOB],
    pool: new PoolRunner({ threads, file }),
    onNotice: ignoreNotice,
    onJobEnd,
  });

const listProbes = (count: number, pauseMs = 0): ProbeInput[] =>
  Array.from({ length: count }, (_, index) => ({ seed: index + 1, action: 'return', pauseMs }));

describe.skipIf(isSkipped)('research jobs', () => {
  let redis: RedisServer;
  let file = '';
  beforeAll(async () => {
    redis = await startRedis();
    file = await buildProbeWorker();
  });
  afterAll(async () => {
    await redis.remove();
    rmSync(dirname(file), { recursive: true, force: true });
  });

  async function readKeys(pattern: RegExp): Promise<string[]> {
    const client = new Redis(redis.url);
    const keys = await client.keys('*');
    client.disconnect();
    return keys.filter((key) => pattern.test(key));
  }

  const JOBS_AND_PAYLOADS = /payload|:[0-9a-f]{32}/;

  testJobRunner('a queue', (threads, ownFile) => {
    const worker = openWorker(redis.url, threads, ownFile);
    const runner = new QueueRunner({ url: redis.url, threads: 1, onNotice: ignoreNotice });
    const close = async (): Promise<void> => {
      await runner.close();
      await worker.stop(0);
    };
    return Promise.resolve({ runner, close });
  });

  describe('a queue', () => {
    it('is empty after all runs of the contract', async () => {
      expect(await readKeys(JOBS_AND_PAYLOADS)).toEqual([]);
    });

    it('runs jobs that must not be shared on this machine', async () => {
      const runner = new QueueRunner({ url: redis.url, threads: 1, onNotice: ignoreNotice });
      const kind = { ...PROBE_JOB, isShareable: false };
      // The local pool has the worker of the research jobs, which has no probes.
      await expect(runner.run(kind, listProbes(1))).rejects.toThrow(
        "there is no kind of job 'probe'",
      );
      expect(await readKeys(JOBS_AND_PAYLOADS)).toEqual([]);
      await runner.close();
    });

    it('reports that no worker is connected, and runs the jobs when one comes', async () => {
      const notices: string[] = [];
      const runner = new QueueRunner({
        url: redis.url,
        threads: 1,
        onNotice: (text) => void notices.push(text),
      });
      const running = runner.run(PROBE_JOB, listProbes(2));
      await waitFor(() =>
        expect(notices.join()).toMatch(/No worker of this version .*npm run worker/),
      );
      const worker = openWorker(redis.url, 1, file);
      expect(await running).toHaveLength(2);
      await runner.close();
      await worker.stop(0);
    });

    it('uses finished results of a rejoined run only', async () => {
      const ends: string[] = [];
      const worker = openWorker(redis.url, 1, file, (text) => void ends.push(text));
      const runId = randomUUID();
      const open = (id?: string): QueueRunner =>
        new QueueRunner({
          url: redis.url,
          threads: 1,
          onNotice: ignoreNotice,
          ...(id === undefined ? {} : { runId: id }),
        });
      const [inputs, lost] = [listProbes(3), open(runId)];
      // The first caller ends without removing anything, like a killed one.
      const finished = vi.fn();
      const abandoned = lost.run(PROBE_JOB, [...inputs, { seed: 9, action: 'hang' }], {
        onResult: finished,
      });
      abandoned.catch(() => undefined);
      await waitFor(() => expect(finished).toHaveBeenCalledTimes(3));
      const started = ends.length;
      const again = open(runId);
      const results = await again.run(PROBE_JOB, inputs);
      expect(results.map(({ seed }) => seed)).toEqual([1, 2, 3]);
      expect(ends.length).toBe(started);
      await lost.close();
      await again.close();
      const other = open();
      await other.run(PROBE_JOB, inputs);
      expect(ends.filter((text) => text.includes('probe done'))).toHaveLength(6);
      await other.close();
      await worker.stop(0);
    });

    it('sends no more jobs of a cancelled run, and leaves none behind', async () => {
      const runner = new QueueRunner({ url: redis.url, threads: 1, onNotice: ignoreNotice });
      const ending = new AbortController();
      const running = runner.run(PROBE_JOB, listProbes(500), { signal: ending.signal });
      running.catch(() => undefined);
      await waitFor(async () => expect(await readKeys(/payload/)).not.toEqual([]));
      ending.abort();
      await expect(running).rejects.toMatchObject({ fault: 'cancelled' });
      expect(await readKeys(JOBS_AND_PAYLOADS)).toEqual([]);
      await runner.close();
      expect(await readKeys(JOBS_AND_PAYLOADS)).toEqual([]);
    });

    it('gives running jobs back when the worker stops', async () => {
      const first = openWorker(redis.url, 2, file);
      const runner = new QueueRunner({ url: redis.url, threads: 1, onNotice: ignoreNotice });
      const parts = vi.fn();
      const running = runner.run(PROBE_JOB, listProbes(2, 3000), { onProgress: parts });
      await waitFor(() => expect(parts).toHaveBeenCalled());
      await first.stop(0);
      expect(first.getCounts()).toEqual({ done: 0, failed: 0, running: 0 });
      const second = openWorker(redis.url, 2, file);
      expect((await running).map(({ seed }) => seed)).toEqual([1, 2]);
      expect(second.getCounts().done).toBe(2);
      await runner.close();
      await second.stop(0);
    });

    it('gives back a job that begins while the worker stops', async () => {
      const first = openWorker(redis.url, 1, file);
      const runner = new QueueRunner({ url: redis.url, threads: 1, onNotice: ignoreNotice });
      let stopping: Promise<void> | undefined;
      // The first query of a job; the worker has given its running jobs back when it is answered.
      const query = vi.spyOn(Redis.prototype, 'get').mockImplementationOnce(async () => {
        stopping = first.stop(0);
        await pause(100);
        return 'open';
      });
      const running = runner.run(PROBE_JOB, listProbes(1, 3000));
      await waitFor(() => expect(stopping).toBeDefined());
      await stopping;
      query.mockRestore();
      expect(first.getCounts()).toEqual({ done: 0, failed: 0, running: 0 });
      const second = openWorker(redis.url, 1, file);
      expect(await running).toHaveLength(1);
      await runner.close();
      await second.stop(0);
    });

    it('lets running jobs finish within the grace of a stopping worker', async () => {
      const worker = openWorker(redis.url, 1, file);
      const runner = new QueueRunner({ url: redis.url, threads: 1, onNotice: ignoreNotice });
      const parts = vi.fn();
      const running = runner.run(PROBE_JOB, listProbes(1, 1000), { onProgress: parts });
      await waitFor(() => expect(parts).toHaveBeenCalled());
      await worker.stop(60_000);
      expect(worker.getCounts()).toEqual({ done: 1, failed: 0, running: 0 });
      expect(await running).toHaveLength(1);
      await runner.close();
    });

    it('sends all jobs again to a Redis server that lost them', async () => {
      const worker = openWorker(redis.url, 2, file);
      const notices: string[] = [];
      const runner = new QueueRunner({
        url: redis.url,
        threads: 1,
        onNotice: (text) => void notices.push(text),
      });
      const results = vi.fn();
      const running = runner.run(PROBE_JOB, listProbes(8, 500), { onResult: results });
      await waitFor(() => expect(results).toHaveBeenCalled());
      await redis.stop();
      await waitFor(() => expect(notices.join()).toContain('does not answer. Waiting for it.'));
      await redis.start();
      expect((await running).map(({ seed }) => seed)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      // Once for each job, although some ran twice.
      expect(results).toHaveBeenCalledTimes(8);
      expect(notices.join()).toContain('answers again');
      await runner.close();
      await worker.stop(0);
    });

    it('ends a run whose Redis server stays away, with what to do', async () => {
      const runner = new QueueRunner({
        url: redis.url,
        threads: 1,
        onNotice: ignoreNotice,
        outageMsMax: 1500,
      });
      const running = runner.run(PROBE_JOB, listProbes(1));
      running.catch(() => undefined);
      await waitFor(async () => expect(await readKeys(/payload/)).toHaveLength(1));
      await redis.stop();
      await expect(running).rejects.toMatchObject({
        fault: 'connection',
        message: expect.stringMatching(/did not answer for 0.025 minutes.*run the program again/),
      });
      await runner.close();
      await redis.start();
    });

    it('is rejected without a Redis server, in one sentence without the password', async () => {
      const port = await findFreePort();
      const runner = new QueueRunner({
        url: `redis://desk:hidden-word@127.0.0.1:${port}`,
        threads: 1,
        onNotice: ignoreNotice,
      });
      const error: unknown = await runner.run(PROBE_JOB, listProbes(1)).catch((fault) => fault);
      expect(error).toBeInstanceOf(JobError);
      expect((error as JobError).message).toMatch(
        /^Redis at redis:\/\/127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED.*remove QUEUE_URL/,
      );
      expect((error as JobError).message).not.toContain('hidden-word');
      await runner.close();
    });
  });
});
