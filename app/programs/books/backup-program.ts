// What `npm run backup` does: a whole copy of the books while the desk trades, audited before it
// counts as a backup.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { auditFile, readDataDir, getDatabasePath, findAuditFault } from './audit-file';
import { copyDatabase, putInPlace, removeDatabase, formatStamp } from './copy-database';

const KEPT_DEFAULT = 24;
const BACKUP_NAME = /^frontmonth-\d{8}T\d{6}Z\.db$/;

export const backupProgram: Program = {
  name: 'backup',
  summary: 'Copies the books while the desk trades, audits the copy, and keeps the newest ones.',
  usage: '[--to FILE] [--data-dir DIR] [--keep N]',
  options: { to: { type: 'string' }, 'data-dir': { type: 'string' }, keep: { type: 'string' } },
  optionHelp: {
    '--to FILE':
      'where the copy goes (default: backups/ in the data directory, named after the time)',
    '--data-dir DIR': 'the data directory of the desk (default: DATA_DIR, or ./data)',
    '--keep N': `how many backups of the default folder are kept (default: ${KEPT_DEFAULT})`,
  },
  async run(call) {
    if (call.files.length > 0)
      throw new UsageError('A backup takes no file; say where it goes with --to FILE.');
    const kept = countKept(call);
    const dataDir = readDataDir(call);
    const from = getDatabasePath(dataDir);
    const folder = join(dataDir, 'backups');
    const to = getTarget(call, folder);
    const result = await takeBackup(from, to, (done, total) =>
      call.progress.update(done, total, 'records audited'),
    );
    call.progress.end();
    const fault = findAuditFault(result);
    const removed =
      fault === null && call.option('to') === undefined ? removeOldest(folder, kept) : [];
    call.printJson({ file: fault === null ? to : null, removed, ...result });
    if (fault === null)
      call.print(
        `Backup ${to}: ${result.records} records, ${result.postings} postings, audited and right.${removed.length > 0 ? ` Removed ${removed.length} older.` : ''}`,
      );
    else
      call.print(
        `No backup was kept, because the books are WRONG: ${fault}.\nStop the desk and restore the newest backup that passes its audit.`,
      );
    return fault === null ? 0 : 1;
  },
};

function countKept({ option }: ProgramCall): number {
  const text = option('keep') ?? String(KEPT_DEFAULT);
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`--keep takes a number from 1 to 9999, not '${text}'.`);
  return Number(text);
}

function getTarget({ option }: ProgramCall, folder: string): string {
  const to = option('to');
  if (to !== undefined && existsSync(to))
    throw new UsageError(`${to} is there already. Name a new file, or remove it first.`);
  if (to === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return to ?? join(folder, `frontmonth-${formatStamp(Date.now())}.db`);
}

/**
 * Copies, audits, and only then gives the copy its name; a copy that fails its audit is removed.
 */
export async function takeBackup(
  from: string,
  to: string,
  progress?: (done: number, total: number) => void,
) {
  const partial = `${to}.partial`;
  try {
    await copyDatabase(from, partial);
    const result = auditFile(partial, progress);
    if (result.isRight) putInPlace(partial, to);
    return result;
  } finally {
    removeDatabase(partial);
  }
}

function removeOldest(folder: string, kept: number): string[] {
  const old = readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name))
    .sort()
    .slice(0, -kept);
  for (const name of old) removeDatabase(join(folder, name));
  return old;
}
