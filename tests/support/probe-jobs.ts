// A kind of job whose work does what a test needs: returns, throws, ends its thread, or hangs.
import { existsSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import {
  type JobEntry,
  type JobKind,
  type JobWork,
  defineJob,
} from '../../app/server/jobs/job-kind';

const ACTIONS = [
  'return',
  'throw',
  'exit',
  'exit-once',
  'hang',
  'fill-memory',
  'list-env',
  'show-features',
] as const;

export interface ProbeInput {
  readonly seed: number;
  readonly action: (typeof ACTIONS)[number];
  /** File that `exit-once` creates before its thread ends, and that every start appends to. */
  readonly marker?: string;
  /** Time between the two reported parts. */
  readonly pauseMs?: number;
}

export interface ProbeResult {
  readonly seed: number;
  readonly figures: Float64Array;
  readonly byName: ReadonlyMap<string, number>;
  readonly text: string;
}

export const PROBE_JOB: JobKind<ProbeInput, ProbeResult> = {
  name: 'probe',
  input: z.object({
    seed: z.number(),
    action: z.enum(ACTIONS),
    marker: z.string().optional(),
    pauseMs: z.number().optional(),
  }),
  timeLimitMs: 120_000,
  youngGenerationMb: 16,
  heapMb: 64,
  isShareable: true,
};

/** The same with a time limit that `hang` exceeds. */
export const SHORT_PROBE_JOB: typeof PROBE_JOB = {
  ...PROBE_JOB,
  name: 'short-probe',
  timeLimitMs: 600,
};

/** Values whose bits a text or a rounding would change. */
const createResult = (seed: number, text: string): ProbeResult => ({
  seed,
  figures: Float64Array.of(seed / 3, NaN, -0, Infinity, 5e-324, Number.MAX_VALUE),
  byName: new Map([
    ['minus zero', -0],
    ['third', seed / 3],
  ]),
  text,
});

function fillMemory(): never {
  const lists: object[][] = [];
  for (;;) lists.push(Array.from({ length: 1000 }, () => ({})));
}

function describeThread(action: ProbeInput['action']): string {
  if (action === 'list-env') return JSON.stringify(process.env);
  return action === 'show-features' ? JSON.stringify(process.features) : 'probe';
}

const PROBE_WORK: JobWork<ProbeInput, ProbeResult> = {
  async run({ seed, action, marker = '', pauseMs = 0 }, onPart) {
    onPart(0.25, `first part of ${seed}`);
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
    onPart(0.75, `second part of ${seed}`);
    switch (action) {
      case 'throw':
        throw new Error(`the probe ${seed} failed`);
      case 'exit':
        return process.exit(3);
      case 'exit-once':
        if (existsSync(marker)) break;
        writeFileSync(marker, 'started');
        return process.exit(3);
      case 'hang':
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        break;
      case 'fill-memory':
        return fillMemory();
      default:
    }
    return createResult(seed, describeThread(action));
  },
  listBuffers: ({ figures }) => [figures.buffer as ArrayBuffer],
};

export const PROBE_CATALOG: readonly JobEntry[] = [
  defineJob(PROBE_JOB, () => PROBE_WORK),
  defineJob(SHORT_PROBE_JOB, () => PROBE_WORK),
];
