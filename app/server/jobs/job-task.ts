// The thread's side of a job: finds the work, checks the input, reports parts, returns the result.
import { setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { z } from 'zod';
import type { JobEntry, OnJobPart } from './job-kind';

/** What a thread gets for each job. */
export interface JobTask {
  readonly kind: string;
  readonly input: unknown;
  /** Takes the messages of type JobPart. */
  readonly port: MessagePort;
  /** Priority of the thread below that of its process, 0 to 19. */
  readonly niceness: number;
}

/** Progress message of a job. */
export interface JobPart {
  readonly part: number;
  readonly activity: string;
}

/** Error of a work as data, because a thrown error counts as the end of the thread. */
export interface WorkFault {
  readonly message: string;
  readonly stack: string;
}

export type JobAnswer =
  | { readonly result: unknown }
  | { readonly fault: WorkFault; readonly result?: undefined };

/** Minimum progress between two messages. */
const PART_STEP_MIN = 0.005;

const createPartReporter = (port: MessagePort): OnJobPart => {
  let reported = -1;
  return (part, activity = '') => {
    if (part - reported < PART_STEP_MIN) return;
    reported = part;
    port.postMessage({ part, activity } satisfies JobPart);
  };
};

/** Creates the function that a worker file exports: it runs any job of the catalog. */
export const createJobThread =
  (catalog: readonly JobEntry[]) =>
  async ({ kind, input, port, niceness }: JobTask): Promise<JobAnswer> => {
    try {
      // Only Linux sets it for one thread; elsewhere it would affect the whole process.
      if (process.platform === 'linux' && niceness > 0) setPriority(niceness);
      const entry = catalog.find((one) => one.kind.name === kind);
      if (!entry) throw new RangeError(`there is no kind of job '${kind}'`);
      const checked = entry.kind.input.safeParse(input);
      if (!checked.success)
        throw new RangeError(`invalid input: ${z.prettifyError(checked.error)}`);
      const work = await entry.load();
      const result = await work.run(input, createPartReporter(port));
      return moveBuffers({ result }, work.listBuffers?.(result) ?? []);
    } catch (error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      return { fault: { message, stack } };
    } finally {
      port.close();
    }
  };

/** Marks an answer whose buffers pass to the main thread without a copy. */
const moveBuffers = (answer: JobAnswer, buffers: readonly ArrayBuffer[]): JobAnswer =>
  buffers.length === 0
    ? answer
    : (move({ [transferableSymbol]: buffers, [valueSymbol]: answer } as unknown as Parameters<
        typeof move
      >[0]) as unknown as JobAnswer);
