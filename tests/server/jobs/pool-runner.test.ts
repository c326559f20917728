// Research jobs in threads of this process.
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PoolRunner } from '../../../app/server/jobs/pool-runner.server';
import { testJobRunner } from '../../contracts/job-runner-contract';
import { PROBE_JOB } from '../../support/probe-jobs';
import { buildProbeWorker } from '../../support/probe-worker';

testJobRunner('a pool of threads', (threads, file) => {
  const runner = new PoolRunner({ threads, file });
  return Promise.resolve({ runner, close: () => runner.close() });
});

it('starts a job that writes only once', async () => {
  const file = await buildProbeWorker();
  const marker = join(tmpdir(), `probe-${randomUUID()}`);
  const runner = new PoolRunner({ threads: 1, file });
  await expect(
    runner.run({ ...PROBE_JOB, startsMax: 1 }, [{ seed: 1, action: 'exit-once', marker }]),
  ).rejects.toMatchObject({ fault: 'crashed' });
  expect(existsSync(marker)).toBe(true);
  await runner.close();
  rmSync(marker);
  rmSync(dirname(file), { recursive: true });
});

// While Node requires such a file, the end of the thread is the end of the process.
it('imports the worker file instead of requiring it', async () => {
  const file = await buildProbeWorker();
  const runner = new PoolRunner({ threads: 1, file });
  const [result] = await runner.run(PROBE_JOB, [{ seed: 1, action: 'show-features' }]);
  expect(JSON.parse(result?.text ?? '')).toMatchObject({ require_module: false });
  await runner.close();
  rmSync(dirname(file), { recursive: true });
});

it('says that the worker is not built', async () => {
  const runner = new PoolRunner({ threads: 1, file: '/nowhere/research.js' });
  await expect(runner.run(PROBE_JOB, [{ seed: 1, action: 'return' }])).rejects.toThrow(
    'The worker of research jobs is not built. Run `npm run build`.',
  );
});
