// Time to start with a long log, and to audit it, each in a new process.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openTerminal } from '../../server/desk/terminal.server';
import { createUnconnectedSource } from '../../server/feeds/unconnected-source.server';
import {
  DATABASE_FILE,
  closeDatabase,
  prepareDatabasePath,
  openDatabase,
} from '../../../db/client.server';
import { auditFile } from '../books/audit-file';
import { UsageError } from '../cli';

export interface StartSpeed {
  readonly postings: number;
  readonly records: number;
  /**
   * Milliseconds from opening the data directory to ready, with the whole log replayed and its hash
   * chain verified.
   */
  readonly coldStartMs: number;
  /** The same from the checkpoint that a clean shutdown saves. */
  readonly checkpointStartMs: number;
  readonly auditMs: number;
  readonly auditMemoryMb: number;
}

const ProcessMeasurement = z.object({ ms: z.number(), memoryMb: z.number() });
type ProcessMeasurement = z.infer<typeof ProcessMeasurement>;

type MeasuredPart = 'start' | 'audit';

/** Measures in this process. */
export async function measureHere(part: MeasuredPart, folder: string): Promise<ProcessMeasurement> {
  const startedMs = performance.now();
  if (part === 'audit') {
    if (!auditFile(join(folder, DATABASE_FILE)).hasPassed)
      throw new UsageError('the audit found a difference in the benchmark database');
    return createMeasurement(performance.now() - startedMs);
  }
  const desk = openTerminal({
    dataDir: folder,
    source: createUnconnectedSource(),
    timeZone: 'America/New_York',
    auditsInBackground: false,
  });
  const result = createMeasurement(performance.now() - startedMs);
  await desk.close();
  return result;
}

const createMeasurement = (ms: number): ProcessMeasurement => ({
  ms,
  memoryMb: readPeakMemoryMb(),
});

/**
 * Largest resident memory of this process. The kernel's maximum of the resource usage begins with that
 * of the process which started this one, so it is used only where there is no /proc.
 */
function readPeakMemoryMb(): number {
  try {
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (peak !== undefined) return Number(peak) / 1024;
  } catch {
    // No /proc: the maximum below is the best there is.
  }
  return process.resourceUsage().maxRSS / 1024;
}

/** Measures in a new process. */
export function measureInNewProcess(part: MeasuredPart, folder: string): ProcessMeasurement {
  const [, program = ''] = process.argv;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, '--measure', part, '--in', folder, '--json'],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new UsageError(`measuring ${part} failed: ${stderr.trim()}`);
  return ProcessMeasurement.parse(JSON.parse(stdout));
}

export function measureStarts(
  folder: string,
  log: { readonly postings: number; readonly records: number },
): StartSpeed {
  deleteCheckpoints(folder);
  const coldStartMs = measureInNewProcess('start', folder).ms;
  const checkpointStartMs = measureInNewProcess('start', folder).ms;
  const audit = measureInNewProcess('audit', folder);
  return {
    ...log,
    coldStartMs,
    checkpointStartMs,
    auditMs: audit.ms,
    auditMemoryMb: audit.memoryMb,
  };
}

/** Removes all checkpoints, as after a crash before the first audit. */
function deleteCheckpoints(folder: string): void {
  const db = openDatabase(prepareDatabasePath(folder));
  db.$client.exec("DELETE FROM checkpoint; DELETE FROM meta WHERE key = 'audited_head'");
  closeDatabase(db);
}
