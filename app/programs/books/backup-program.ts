// `npm run backup`: copies the database while the terminal runs, and audits the copy.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { auditFile, findAuditFault, toAuditJson } from './audit-file';
import { readDataDir, getDatabasePath } from './data-dir';
import { copyDatabase, renameDurably, removeDatabase, formatStamp } from './copy-database';

const KEEP_DEFAULT = 24;
const BACKUP_NAME = /^frontmonth-\d{8}T\d{6}Z\.db$/;

export const backupProgram: Program = {
  name: 'backup',
  summary: 'Copies the database while the terminal runs, audits the copy, and removes old backups.',
  usage: '[--to FILE] [--data-dir DIR] [--keep N]',
  options: { to: { type: 'string' }, 'data-dir': { type: 'string' }, keep: { type: 'string' } },
  optionHelp: {
    '--to FILE': 'target file (default: backups/ in the data directory, named by UTC time)',
    '--data-dir DIR': 'data directory (default: DATA_DIR, or ./data)',
    '--keep N': `number of backups to keep in the default folder (default: ${KEEP_DEFAULT})`,
  },
  async run(call) {
    if (call.files.length > 0)
      throw new UsageError('backup takes no file argument; set the target with --to FILE.');
    const keepCount = parseKeepCount(call);
    const dataDir = readDataDir(call);
    const from = getDatabasePath(dataDir);
    const folder = join(dataDir, 'backups');
    const to = getTarget(call, folder);
    const result = await createBackup(from, to, (done, total) =>
      call.progress.update(done, total, 'records audited'),
    );
    call.progress.endPhase();
    const fault = findAuditFault(result);
    const removed =
      fault === null && call.option('to') === undefined ? removeOldBackups(folder, keepCount) : [];
    call.printJson({ file: fault === null ? to : null, removed, ...toAuditJson(result) });
    if (fault === null)
      call.print(
        `Backup ${to}: ${result.records} records, ${result.postings} postings, audit passed.${removed.length > 0 ? ` Old backups removed: ${removed.length}.` : ''}`,
      );
    else
      call.print(
        `No backup saved, the audit FAILED: ${fault}.\nStop the terminal and restore the newest backup that passes its audit.`,
      );
    return fault === null ? 0 : 1;
  },
};

function parseKeepCount({ option }: ProgramCall): number {
  const text = option('keep') ?? String(KEEP_DEFAULT);
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`--keep must be an integer from 1 to 9999, not '${text}'.`);
  return Number(text);
}

function getTarget({ option }: ProgramCall, folder: string): string {
  const to = option('to');
  if (to !== undefined && existsSync(to))
    throw new UsageError(`${to} exists already. Choose a new file or remove it.`);
  if (to === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return to ?? join(folder, `frontmonth-${formatStamp(Date.now())}.db`);
}

/**
 * Copies and audits under a temporary name, then renames. A copy that fails its audit is removed.
 */
export async function createBackup(
  from: string,
  to: string,
  progress?: (done: number, total: number) => void,
) {
  const partial = `${to}.partial`;
  try {
    await copyDatabase(from, partial);
    const result = auditFile(partial, progress);
    if (result.hasPassed) renameDurably(partial, to);
    return result;
  } finally {
    removeDatabase(partial);
  }
}

function removeOldBackups(folder: string, keepCount: number): string[] {
  const old = readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name))
    .sort()
    .slice(0, -keepCount);
  for (const name of old) removeDatabase(join(folder, name));
  return old;
}
