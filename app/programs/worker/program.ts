// `npm run worker`: takes research jobs from the queue until it is stopped.
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { PoolRunner } from '../../server/jobs/pool-runner.server';
import { formatAddress } from '../../server/platform/redis-connection.server';
import { QUEUE_NAME } from '../../server/jobs/queue-messages';
import { QueueWorker } from '../../server/jobs/queue-worker.server';
import { getEnv } from '../../server/platform/env.server';
import { type Program, UsageError, waitForSignal } from '../cli';
import { parseInteger } from '../options/parse-integer';
import { parseOptions, rejectFiles } from '../options/parse-options';
import { JOB_CATALOG } from '../jobs/job-catalog';

const HEALTH_MS = 60_000;
const CONCURRENCY_MAX = 256;
const GRACE_SECONDS_MAX = 3600;

const OPTIONS = z.object({
  concurrency: parseInteger(1, CONCURRENCY_MAX).default(availableParallelism()),
  grace: parseInteger(0, GRACE_SECONDS_MAX).default(5),
});

export const workerProgram: Program = {
  name: 'worker',
  summary:
    'Runs research jobs of the queue QUEUE_URL until it is stopped. Any number of workers on any number of machines may run, each from the same code as the programs that send the jobs.',
  usage: '[--concurrency N] [--grace SECONDS]',
  options: { concurrency: { type: 'string' }, grace: { type: 'string' } },
  optionHelp: {
    '--concurrency N': 'jobs at a time, each in a thread (default: number of processors)',
    '--grace SECONDS':
      'time for running jobs after SIGTERM or Ctrl-C; the others go back to the queue (default: 5)',
  },
  async run(call) {
    rejectFiles('worker', call.files);
    const { concurrency, grace } = parseOptions(OPTIONS, call.option);
    const url = getEnv().QUEUE_URL;
    if (url === undefined)
      throw new UsageError(
        'The worker needs a queue: set QUEUE_URL to the address of a Redis server, such as redis://127.0.0.1:6379.',
      );
    const worker = new QueueWorker({
      url,
      concurrency,
      kinds: JOB_CATALOG.map(({ kind }) => kind),
      pool: new PoolRunner({ threads: concurrency }),
      onNotice: call.print,
      onJobEnd: call.print,
    });
    call.print(
      `worker ${process.pid}: up to ${concurrency} jobs at a time of ${QUEUE_NAME} at ${formatAddress(url)}`,
    );
    const health = setInterval(() => call.print(formatHealth(worker)), HEALTH_MS);
    await waitForSignal();
    clearInterval(health);
    call.print(`stopping: running jobs have ${grace} s`);
    await worker.stop(grace * 1000);
    const { done, failed } = worker.getCounts();
    call.print(`ended: ${done} done, ${failed} failed`);
    call.printJson({ done, failed });
    return 0;
  },
};

/** One line for the log. */
function formatHealth(worker: QueueWorker): string {
  const { done, failed, running } = worker.getCounts();
  const state = worker.isConnected() ? 'connected' : 'not connected';
  return `health: ${state}, ${running} running, ${done} done, ${failed} failed`;
}
