// What a caller and the workers of a queue write for each other.
import { z } from 'zod';
import { CODE_VERSION } from '../platform/project.server';
import { JOB_FAULTS } from './job-runner';

/** Before all keys in Redis. */
export const KEY_PREFIX = 'frontmonth';

/**
 * Each version of the code has a queue of its own, so that no worker takes a job of another one.
 * Functions such as Math.exp may differ by engine and processor in their last bit.
 */
export const QUEUE_NAME = `research-${CODE_VERSION}-v8-${process.versions.v8}-${process.arch}`;

/** Where a payload is: chunks of its compressed bytes. */
const PayloadPlaceSchema = z.object({
  key: z.string(),
  chunks: z.int().min(1),
  bytes: z.int().min(0),
  /** Digest of the compressed bytes. */
  sha256: z.string(),
});
export type PayloadPlace = z.infer<typeof PayloadPlaceSchema>;

export const QueuedJobSchema = z.object({
  run: z.string(),
  kind: z.string(),
  input: PayloadPlaceSchema,
});
export type QueuedJob = z.infer<typeof QueuedJobSchema>;

/** How a job ended. Failures of Redis are none: the queue runs the job again. */
export const JobEndSchema = z.discriminatedUnion('end', [
  z.object({ end: z.literal('done'), result: PayloadPlaceSchema }),
  z.object({
    end: z.literal('fault'),
    fault: z.enum(JOB_FAULTS),
    detail: z.string(),
    stack: z.string().optional(),
  }),
  /** The run of the job was cancelled, or has no caller any more. */
  z.object({ end: z.literal('abandoned') }),
]);
export type JobEnd = z.infer<typeof JobEndSchema>;

export const JobPartSchema = z.object({ part: z.number(), activity: z.string() });

/**
 * State of a run: its caller renews `open`. Without it for RUN_LIFE_SECONDS the caller has ended
 * and its jobs are dropped.
 */
export const getRunKey = (run: string): string => `${KEY_PREFIX}:run:${run}`;
export const RUN_LIFE_SECONDS = 60;
