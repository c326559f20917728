// Research jobs in threads of this process.
import { expect, it } from 'vitest';
import { PoolRunner } from '../../../app/server/jobs/pool-runner.server';
import { testJobRunner } from '../../contracts/job-runner-contract';
import { PROBE_JOB } from '../../support/probe-jobs';

testJobRunner('a pool of threads', (threads, file) => {
  const runner = new PoolRunner({ threads, file });
  return Promise.resolve({ runner, close: () => runner.close() });
});

it('says that the worker is not built', async () => {
  const runner = new PoolRunner({ threads: 1, file: '/nowhere/research.js' });
  await expect(runner.run(PROBE_JOB, [{ seed: 1, action: 'return' }])).rejects.toThrow(
    'The worker of research jobs is not built. Run `npm run build`.',
  );
});
