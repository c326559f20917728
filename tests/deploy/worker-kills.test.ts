// `npm run backtest` through a real Redis server and two processes of `npm run worker`, one of which
// is killed while both run a job: the result and the ledger are those of one thread.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { KEY_PREFIX, QUEUE_NAME } from '../../app/server/jobs/queue-messages';
import { findMissing, reportSkipped } from '../support/deploy-programs';
import { type RedisServer, startRedis } from '../support/redis-server';
import { type ProgramEnding, runBuiltProgram } from '../support/run-program';
import { ROOT } from '../support/source-files';
import { SCENARIO_SEED, createRunRandom, getScenarioRunCount } from '../support/scenario-runs';
import { type ProgramProcess, startWorkerProcess } from '../support/program-process';

const isSkipped = reportSkipped('kills of research workers', findMissing(['redis-server']));

const RUNS = Math.min(10, getScenarioRunCount(3));
const STUDY = ['--mode', 'cotton', '--worlds', '4', '--years', '1', '--seed', 'kills', '--json'];
/** A job of the study takes some seconds. */
const KILL_MS_MAX = 4000;

/** Trials without their time, and so without the hashes of their lines. */
const readTrials = (dataDir: string): unknown[] =>
  readFileSync(join(dataDir, 'trials.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { mode, playbook, paramsHash, market, sharpePerDay, days } = JSON.parse(
        line,
      ) as Readonly<Record<string, unknown>>;
      return { mode, playbook, paramsHash, market, sharpePerDay, days };
    });

describe.skipIf(isSkipped)('killed workers', () => {
  let redis: RedisServer;
  let client: Redis;
  let queue: Queue;
  let folder = '';
  let expected: ProgramEnding;
  let workers: ProgramProcess[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'frontmonth-workers-'));
    redis = await startRedis();
    client = new Redis(redis.url, { maxRetriesPerRequest: null });
    queue = new Queue(QUEUE_NAME, { connection: client, prefix: KEY_PREFIX });
    expected = await runBuiltProgram('backtest', join(folder, 'alone'), [...STUDY, '--jobs', '1']);
    expect([expected.code, expected.stderr]).toEqual([0, expect.any(String)]);
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.endProcess('SIGKILL')));
    workers = [];
  });
  afterAll(async () => {
    await queue.close();
    client.disconnect();
    await redis.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(Array.from({ length: RUNS }, (_, run) => run))(
    `loses nothing and counts nothing twice, run %i of SCENARIO_SEED=${SCENARIO_SEED}`,
    async (run) => {
      const random = createRunRandom(run);
      workers = await Promise.all([startWorkerProcess(redis.url), startWorkerProcess(redis.url)]);
      const dataDir = join(folder, `run-${run}`);
      const running = runBuiltProgram('backtest', dataDir, STUDY, '', { QUEUE_URL: redis.url });
      await vi.waitFor(async () => expect(await queue.getActiveCount()).toBe(2), {
        timeout: 60_000,
      });
      await pause(random() * KILL_MS_MAX);
      const victim = workers[random() < 0.5 ? 0 : 1];
      const started = await queue.getActiveCount();
      await victim?.endProcess('SIGKILL');
      const { code, stdout, stderr } = await running;
      process.stdout.write(
        `run ${run}: killed with ${started} jobs running; the survivors:\n${workers
          .filter((worker) => worker !== victim)
          .map((worker) => worker.readOutput())
          .join('')}`,
      );
      expect([code, stdout]).toEqual([0, expected.stdout]);
      expect(stderr).not.toMatch(/failed|error/i);
      expect(readTrials(dataDir)).toEqual(readTrials(join(folder, 'alone')));
      const keys = await client.keys('*');
      expect(keys.filter((key) => /payload|:[0-9a-f]{32}/.test(key))).toEqual([]);
    },
    240_000,
  );

  it('run no jobs of a program that Ctrl-C ended', async () => {
    const child = spawn(
      process.execPath,
      [join(ROOT, 'build', 'programs', 'backtest.js'), ...STUDY],
      {
        cwd: ROOT,
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'production',
          DATA_DIR: join(folder, 'ended'),
          QUEUE_URL: redis.url,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let stderr = '';
    child.stderr.on('data', (bytes: Buffer) => void (stderr += bytes.toString()));
    await vi.waitFor(async () => expect(await queue.getWaitingCount()).toBe(4), {
      timeout: 60_000,
    });
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number | null];
    expect([code, stderr]).toEqual([1, expect.stringContaining('The run was cancelled.')]);
    expect(await queue.getWaitingCount()).toBe(0);
    const keys = await client.keys('*');
    expect(keys.filter((key) => /payload|:[0-9a-f]{32}/.test(key))).toEqual([]);
  }, 120_000);

  it('ends at SIGTERM and gives its job back', async () => {
    const first = await startWorkerProcess(redis.url, ['--concurrency', '1', '--grace', '0']);
    workers = [first];
    const dataDir = join(folder, 'given-back');
    const running = runBuiltProgram('backtest', dataDir, STUDY, '', { QUEUE_URL: redis.url });
    await vi.waitFor(async () => expect(await queue.getActiveCount()).toBe(1), { timeout: 60_000 });
    expect(await first.endProcess('SIGTERM')).toBe(0);
    expect(first.readOutput()).toMatch(/ended: 0 done, 0 failed/);
    expect(await queue.getActiveCount()).toBe(0);
    workers.push(await startWorkerProcess(redis.url));
    const { code, stdout } = await running;
    expect([code, stdout]).toEqual([0, expected.stdout]);
  }, 240_000);
});
