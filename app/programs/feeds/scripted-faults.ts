// Faults by script: a file in the folder of recordings says when which host fails, and how.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { EpochMs } from '../../trading/domain/units';
import { UsageError } from '../cli';

const FAULTS_FILE = 'faults.json';
const DELAY_MS_MAX = 600_000;

const TIME = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const PERIOD = {
  /** A host, or `*` for all. */
  host: z.string().min(1),
  from: TIME.optional(),
  fromMs: z.int().optional(),
  until: TIME,
};

/** Strict, because a misspelled field would make another fault. */
const FaultSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...PERIOD,
      kind: z.literal('status'),
      status: z.int().min(400).max(599),
      retryAfterSeconds: z.int().min(0).optional(),
    }),
    /** The request gets no answer. */
    z.strictObject({ ...PERIOD, kind: z.literal('silent') }),
    /** The connection ends within the body. */
    z.strictObject({ ...PERIOD, kind: z.literal('cut') }),
    /** A page with status 200 instead of the document. */
    z.strictObject({ ...PERIOD, kind: z.literal('html') }),
    /** The answer is late by this time of the wall clock. */
    z.strictObject({
      ...PERIOD,
      kind: z.literal('slow'),
      delayMs: z.int().min(1).max(DELAY_MS_MAX),
    }),
  ])
  .refine(({ from, fromMs }) => (from === undefined) !== (fromMs === undefined), {
    message: 'needs either from or fromMs',
  })
  .refine((fault) => getStartMs(fault) < fault.until, { message: 'must end after its start' });

export type ScriptedFault = z.infer<typeof FaultSchema>;

const getStartMs = ({
  from,
  fromMs,
}: {
  readonly from?: EpochMs | undefined;
  readonly fromMs?: EpochMs | undefined;
}): EpochMs => from ?? fromMs ?? -Infinity;

/** The first fault of the script for a host at a moment; null for none. */
export const findFault = (
  faults: readonly ScriptedFault[],
  host: string,
  atMs: EpochMs,
): ScriptedFault | null =>
  faults.find(
    (fault) =>
      (fault.host === '*' || fault.host === host) &&
      getStartMs(fault) <= atMs &&
      atMs < fault.until,
  ) ?? null;

/** Reads the script of a folder; no faults without one. Throws UsageError. */
export function readFaults(folder: string): readonly ScriptedFault[] {
  const path = join(folder, FAULTS_FILE);
  return existsSync(path) ? parseFaults(path, readFileSync(path, 'utf8')) : [];
}

/** Parses a script. Throws UsageError that names the file, the entry and its field. */
export function parseFaults(path: string, text: string): readonly ScriptedFault[] {
  let script: unknown;
  try {
    script = JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON. Correct or remove it.`);
  }
  const parsed = z.array(FaultSchema).safeParse(script);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [index, ...field] = issue?.path ?? [];
  const where = typeof index === 'number' ? `, fault ${index + 1}` : '';
  throw new UsageError(
    `${path}${where}: ${[field.join('.'), issue?.message].filter(Boolean).join(' ')}. Correct or remove it.`,
  );
}
