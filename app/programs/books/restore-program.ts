// `npm run restore`: replaces the database by an audited backup and keeps the old one.
import { copyFileSync, existsSync, linkSync, rmSync, statSync } from 'node:fs';
import {
  DATABASE_FILE,
  type Database,
  closeDatabase,
  prepareDatabasePath,
  openDatabase,
} from '../../../db/client.server';
import { type Program, UsageError } from '../cli';
import { auditFile, findAuditFault, toAuditJson } from './audit-file';
import { readDataDir, assertExisting, lockDataDir } from './data-dir';
import { addChanges } from './changes-file';
import { findChain, isChangesFile } from './restore-points';
import {
  copyDatabase,
  renameDurably,
  removeDatabase,
  formatStamp,
  syncPath,
} from './copy-database';

export const restoreProgram: Program = {
  name: 'restore',
  summary:
    'Replaces the database by a backup. The terminal must be stopped and the backup must pass its audit; the old database is kept under another name.',
  usage: 'FILE [--data-dir DIR]',
  options: { 'data-dir': { type: 'string' } },
  optionHelp: { '--data-dir DIR': 'data directory (default: DATA_DIR, or ./data)' },
  async run(call) {
    const [file] = call.files;
    if (file === undefined || call.files.length > 1)
      throw new UsageError(
        'Give the backup to restore, e.g. data/backups/frontmonth-20261121T143000Z.db.',
      );
    assertExisting(file, 'Give a backup created by `npm run backup`.');
    const dataDir = readDataDir(call);
    const path = prepareDatabasePath(dataDir);
    const lock = lockDataDir(dataDir);
    try {
      const { result, aside } = await restoreBackup(file, path, (done, total) =>
        call.progress.update(done, total, 'records audited'),
      );
      call.progress.endPhase();
      const fault = findAuditFault(result);
      call.printJson({ file, aside, ...toAuditJson(result) });
      if (fault !== null)
        call.print(
          `${file} was not restored, its audit FAILED: ${fault}.\nNothing was changed. Try an older backup.`,
        );
      else
        call.print(
          `Restored ${file}: ${result.records} records, ${result.postings} postings, audit passed.${aside === null ? '' : ` Old database: ${aside}.`}`,
        );
      return fault === null ? 0 : 1;
    } finally {
      lock.release();
    }
  },
};

/**
 * Copies and audits the backup, then swaps it in. `aside` is the path of the old database, null
 * when there was none.
 */
async function restoreBackup(
  file: string,
  path: string,
  progress?: (done: number, total: number) => void,
) {
  const incoming = `${path}.incoming`;
  try {
    const { base, changes } = isChangesFile(file) ? findChain(file) : { base: file, changes: [] };
    await copyDatabase(base, incoming);
    for (const each of changes) addChanges(incoming, each);
    const result = auditFile(incoming, progress);
    if (!result.hasPassed) return { result, aside: null };
    resetIdSeed(incoming);
    const aside = existsSync(path) ? renameOldDatabase(path) : null;
    renameDurably(incoming, path);
    return { result, aside };
  } finally {
    removeDatabase(incoming);
  }
}

/** Sets a new id seed, so that ids issued after the backup are not reused. */
function resetIdSeed(path: string): void {
  const db: Database = openDatabase(path);
  db.$client.exec("DELETE FROM meta WHERE key IN ('id_seed', 'audited_head', 'backup_read_ms')");
  db.$client.pragma('journal_mode = DELETE');
  closeDatabase(db);
  syncPath(path);
}

/**
 * Moves the old database to another name. Both names exist before anything is removed. The WAL is
 * merged first, so that none remains for the new file; a crash leaves a complete database.
 */
function renameOldDatabase(path: string): string {
  const aside = path.replace(DATABASE_FILE, `frontmonth-replaced-${formatStamp(Date.now())}.db`);
  if (existsSync(`${path}-wal`)) linkOrCopy(`${path}-wal`, `${aside}-wal`);
  try {
    closeDatabase(openDatabase(path));
  } catch {
    // Damaged database: its files are kept unmerged.
  }
  linkOrCopy(path, aside);
  for (const part of ['-wal', '-shm']) rmSync(path + part, { force: true });
  if (statSync(`${aside}-wal`, { throwIfNoEntry: false })?.size === 0) rmSync(`${aside}-wal`);
  syncPath(aside);
  return aside;
}

function linkOrCopy(path: string, other: string): void {
  try {
    linkSync(path, other);
  } catch {
    copyFileSync(path, other); // no hard links on this file system
  }
}
