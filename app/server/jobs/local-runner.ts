// Runs jobs in this thread, one after the other: for tests, and where one job is alone.
import type { JobEntry, JobKind } from './job-kind';
import {
  JobError,
  type JobRunner,
  type RunOptions,
  createCancelledError,
  createProgressSum,
} from './job-runner';

export class LocalRunner implements JobRunner {
  constructor(private readonly catalog: readonly JobEntry[]) {}

  async run<I, R>(
    kind: JobKind<I, R>,
    inputs: readonly I[],
    { onProgress, onResult, signal }: RunOptions<NoInfer<R>> = {},
  ): Promise<R[]> {
    const entry = this.catalog.find((one) => one.kind.name === kind.name);
    if (!entry) throw new JobError('failed', `There is no kind of job '${kind.name}'.`);
    const report = createProgressSum(inputs.length, onProgress);
    const work = await entry.load();
    const results: R[] = [];
    for (const [index, input] of inputs.entries()) {
      if (signal?.aborted) throw createCancelledError();
      const result = (await work.run(input, (part, activity) =>
        report(index, part, activity),
      )) as R;
      results.push(result);
      onResult?.(index, result);
      report(index, 1);
    }
    return results;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
