// Runs research jobs: in threads of this process, or on other machines through a queue.
import type { JobKind } from './job-kind';

/** Progress of a run. */
export interface RunProgress {
  /** Finished jobs, with the finished parts of others. */
  readonly done: number;
  /** Job that reported last, and its activity; '' if it reports none. */
  readonly index: number;
  readonly activity: string;
}

export interface RunOptions<R> {
  readonly onProgress?: (progress: RunProgress) => void;
  /** Called once per finished job, in any order. */
  readonly onResult?: (index: number, result: R) => void;
  /** Ends the run; it rejects with the fault `cancelled`. */
  readonly signal?: AbortSignal;
}

export interface JobRunner {
  /**
   * Results are in the order of the inputs. Rejects with JobError at the first job that fails, and
   * ends the others. A job whose thread or machine ends is run again.
   */
  run<I, R>(
    kind: JobKind<I, R>,
    inputs: readonly I[],
    options?: RunOptions<NoInfer<R>>,
  ): Promise<R[]>;
  /** Ends running jobs and waits for their threads. */
  close(): Promise<void>;
}

/** `failed`: the work threw an error. `crashed`: its thread or machine ended. */
export const JOB_FAULTS = [
  'failed',
  'crashed',
  'memory',
  'time',
  'cancelled',
  'connection',
  'not-built',
] as const;
export type JobFault = (typeof JOB_FAULTS)[number];

interface FaultyJob {
  /** Subject of the sentence: `backtest-world 3 of 10`. */
  readonly job?: string;
  /** Stack of the error in the thread. */
  readonly stack?: string | undefined;
}

/** Why a run has no results. The message is a sentence for the user. */
export class JobError extends Error {
  constructor(
    readonly fault: JobFault,
    /** The sentence without its subject, the job. */
    readonly detail: string,
    { job, stack }: FaultyJob = {},
  ) {
    super(job === undefined ? detail : `${job} ${detail}`);
    if (stack !== undefined) this.stack = `${this.message}\n${stack}`;
  }
}

export const createCancelledError = (): JobError =>
  new JobError('cancelled', 'The run was cancelled.');

/** Names a job in messages: `backtest-world 3 of 10`. */
export const formatJobName = (kind: { readonly name: string }, index: number, count: number) =>
  `${kind.name} ${index + 1} of ${count}`;

/** Adds the parts of all jobs of a run. */
export function createProgressSum(
  count: number,
  onProgress: ((progress: RunProgress) => void) | undefined,
): (index: number, part: number, activity?: string) => void {
  const parts = new Float64Array(count);
  return (index, part, activity = '') => {
    parts[index] = part;
    onProgress?.({ done: parts.reduce((sum, one) => sum + one, 0), index, activity });
  };
}
