// Runs the jobs of the training.
import type { JobKind } from '../../server/jobs/job-kind';
import type { JobRunner, RunOptions } from '../../server/jobs/job-runner';
import { LocalRunner } from '../../server/jobs/local-runner';
import { useJobRunner } from '../../server/jobs/use-runner.server';
import { TRAINING_CATALOG } from './work';

/** Runs jobs on `threads` threads or through the queue, or in this thread with 0. */
export function runTrainingJobs<I, R>(
  kind: JobKind<I, R>,
  inputs: readonly I[],
  threads: number,
  options: RunOptions<NoInfer<R>> = {},
): Promise<R[]> {
  const run = (runner: JobRunner): Promise<R[]> => runner.run(kind, inputs, options);
  return threads === 0 ? run(new LocalRunner(TRAINING_CATALOG)) : useJobRunner(threads, run);
}
