// How long a desk with a long log takes to stand up, and its audit to pass: each in a fresh
// process, as in life.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { openTerminal } from '../../server/desk/terminal.server';
import { unconnectedSource } from '../../server/feeds/unconnected-source.server';
import {
  DATABASE_FILE,
  closeDatabase,
  databasePath,
  openDatabase,
} from '../../../db/client.server';
import { auditFile } from '../books/audit-file';
import { UsageError } from '../cli';

export interface StartSpeed {
  readonly postings: number;
  readonly records: number;
  /**
   * Milliseconds from opening the data directory to a desk that trades, the whole log folded and
   * its chain verified.
   */
  readonly coldStartMs: number;
  /** The same with the checkpoint that an orderly end leaves. */
  readonly checkpointStartMs: number;
  readonly auditMs: number;
  readonly auditMemoryMb: number;
}

const Measured = z.object({ ms: z.number(), memoryMb: z.number() });
type Measured = z.infer<typeof Measured>;

type Deed = 'start' | 'audit';

/** One measurement in this process. */
export async function measureHere(deed: Deed, folder: string): Promise<Measured> {
  const startedMs = performance.now();
  if (deed === 'audit') {
    if (!auditFile(join(folder, DATABASE_FILE)).isRight)
      throw new UsageError('the audit found a difference in books made for measuring');
    return measured(performance.now() - startedMs);
  }
  const desk = openTerminal({
    dataDir: folder,
    source: unconnectedSource(),
    timeZone: 'America/New_York',
    auditsBehind: false,
  });
  const result = measured(performance.now() - startedMs);
  await desk.close();
  return result;
}

const measured = (ms: number): Measured => ({
  ms,
  memoryMb: process.resourceUsage().maxRSS / 1024,
});

/** The same measurement in a process of its own. */
function measureApart(deed: Deed, folder: string): Measured {
  const [, program = ''] = process.argv;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, '--measure', deed, '--in', folder, '--json'],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new UsageError(`the measurement of a ${deed} failed: ${stderr.trim()}`);
  return Measured.parse(JSON.parse(stdout));
}

/** Measures a folder that holds a long log. */
export function measureStarts(
  folder: string,
  log: { readonly postings: number; readonly records: number },
): StartSpeed {
  forgetCheckpoints(folder);
  const coldStartMs = measureApart('start', folder).ms;
  const checkpointStartMs = measureApart('start', folder).ms;
  const audit = measureApart('audit', folder);
  return {
    ...log,
    coldStartMs,
    checkpointStartMs,
    auditMs: audit.ms,
    auditMemoryMb: audit.memoryMb,
  };
}

/** As if the desk had never ended in order nor been audited. */
function forgetCheckpoints(folder: string): void {
  const db = openDatabase(databasePath(folder));
  db.$client.exec("DELETE FROM checkpoint; DELETE FROM meta WHERE key = 'audited_head'");
  closeDatabase(db);
}
