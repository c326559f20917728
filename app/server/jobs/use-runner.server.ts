// Chooses where the research jobs of a program run.
import type { JobRunner } from './job-runner';
import { PoolRunner } from './pool-runner.server';

/** Runs jobs on up to `threads` threads of this machine, and ends the threads. */
export async function useJobRunner<T>(
  threads: number,
  runJobs: (runner: JobRunner) => Promise<T>,
): Promise<T> {
  const runner = new PoolRunner({ threads });
  try {
    return await runJobs(runner);
  } finally {
    await runner.close();
  }
}
