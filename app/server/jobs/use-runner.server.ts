// Chooses where research jobs run: in threads of this machine, or on the workers of the queue.
import { getEnv } from '../platform/env.server';
import type { JobRunner } from './job-runner';
import { PoolRunner } from './pool-runner.server';
import type { OnNotice } from '../platform/redis-connection.server';

interface RunnerOptions {
  /** Threads of this machine. With a queue, jobs that must not leave it use them. */
  readonly threads: number;
  /** Priority of the threads below that of the process, 0 to 19. */
  readonly niceness?: number;
  readonly onNotice?: OnNotice;
}

const printNotice: OnNotice = (text) => void process.stderr.write(`${text}\n`);

/** Runner of QUEUE_URL, or a pool of threads without it. To be closed. */
export async function openJobRunner({
  threads,
  niceness = 0,
  onNotice = printNotice,
}: RunnerOptions): Promise<JobRunner> {
  const { QUEUE_URL: url } = getEnv();
  if (url === undefined) return new PoolRunner({ threads, niceness });
  // Most processes have no queue and need none of its code.
  const { QueueRunner } = await import('./queue-runner.server');
  return new QueueRunner({ url, threads, niceness, onNotice });
}

const END_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs jobs and closes their runner. With a queue, a signal that ends the program cancels the run
 * first, so that no worker continues it.
 */
export async function useJobRunner<T>(
  threads: number,
  runJobs: (runner: JobRunner) => Promise<T>,
): Promise<T> {
  const runner = await openJobRunner({ threads });
  const cancelRun = (): void => void runner.close();
  const signals = getEnv().QUEUE_URL === undefined ? [] : END_SIGNALS;
  for (const signal of signals) process.on(signal, cancelRun);
  try {
    return await runJobs(runner);
  } finally {
    for (const signal of signals) process.off(signal, cancelRun);
    await runner.close();
  }
}
