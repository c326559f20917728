// Kinds of research jobs. A job is a pure function of its input: any thread of any machine with the
// same code computes the same result, bit for bit, so that a job may run twice.
import type { z } from 'zod';

declare const TYPES: unique symbol;

/** What every process needs to send or accept a job; the work itself is loaded by the thread. */
export interface KindFacts {
  readonly name: string;
  /** Checked by the thread before the work starts. */
  readonly input: z.ZodType;
  /** Longer jobs are ended. */
  readonly timeLimitMs: number;
  /**
   * Young generation of the heap of a thread. Where many objects live for a while, a small one
   * copies them repeatedly.
   */
  readonly youngGenerationMb: number;
  /** Limit of the old generation of the heap; null for the default of Node. */
  readonly heapMb: number | null;
  /** False for jobs that read or write files of this machine, or whose input is a secret. */
  readonly isShareable: boolean;
  /**
   * Starts of a job whose thread ends without a result; STARTS_MAX by default, 1 for a job that
   * writes.
   */
  readonly startsMax?: number;
}

/** Threads that may end without a result of the same job. */
export const STARTS_MAX = 3;

/** A kind with the types of its input and result. */
export interface JobKind<I, R> extends KindFacts {
  readonly [TYPES]?: (input: I) => R;
}

/** Reports the finished part of a job, 0 to 1, and the current activity. */
export type OnJobPart = (part: number, activity?: string) => void;

export interface JobWork<I, R> {
  readonly run: (input: I, onPart: OnJobPart) => R | Promise<R>;
  /** Buffers of a result that need no copy, because the thread does not use them again. */
  readonly listBuffers?: (result: R) => readonly ArrayBuffer[];
}

/** A kind and its work, with the types erased. */
export interface JobEntry {
  readonly kind: KindFacts;
  readonly load: () => Promise<JobWork<unknown, unknown>>;
}

/** Enters a kind into a catalog; `load` imports its work. */
export const defineJob = <I, R>(
  kind: JobKind<I, R>,
  load: () => JobWork<I, R> | Promise<JobWork<I, R>>,
): JobEntry => ({ kind, load: async () => (await load()) as JobWork<unknown, unknown> });
