// What `npm run restore` does: puts an audited backup in the place of the books, and keeps the old
// ones aside.
import { copyFileSync, existsSync, linkSync, rmSync, statSync } from 'node:fs';
import {
  DATABASE_FILE,
  type Database,
  closeDatabase,
  databasePath,
  openDatabase,
} from '../../../db/client.server';
import { LockError, takeLock } from '../../../db/lock.server';
import { type Program, UsageError } from '../cli';
import { auditFile, readDataDir, assertExisting, findAuditFault } from './audit-file';
import { copyDatabase, putInPlace, removeDatabase, formatStamp, syncPath } from './copy-database';

export const restoreProgram: Program = {
  name: 'restore',
  summary:
    'Puts a backup in the place of the books. The desk must stand still; the backup must pass its audit; the old books are kept aside.',
  usage: 'FILE [--data-dir DIR]',
  options: { 'data-dir': { type: 'string' } },
  optionHelp: { '--data-dir DIR': 'the data directory of the desk (default: DATA_DIR, or ./data)' },
  async run(call) {
    const [file] = call.files;
    if (file === undefined || call.files.length > 1)
      throw new UsageError(
        'Name the one backup to restore, e.g. data/backups/frontmonth-20261121T143000Z.db.',
      );
    assertExisting(file, 'Name a backup that `npm run backup` made.');
    const dataDir = readDataDir(call);
    const path = databasePath(dataDir);
    const lock = lockOrRefuse(dataDir);
    try {
      const { result, aside } = await restore(file, path, (done, total) =>
        call.progress.update(done, total, 'records audited'),
      );
      call.progress.end();
      const fault = findAuditFault(result);
      call.printJson({ file, aside, ...result });
      if (fault !== null)
        call.print(
          `${file} was not restored, because it is WRONG: ${fault}.\nNothing was changed. Try an older backup.`,
        );
      else
        call.print(
          `Restored ${file}: ${result.records} records, ${result.postings} postings, audited and right.${aside === null ? '' : ` The old books are ${aside}.`}`,
        );
      return fault === null ? 0 : 1;
    } finally {
      lock.release();
    }
  },
};

function lockOrRefuse(dataDir: string) {
  try {
    return takeLock(dataDir);
  } catch (error) {
    throw error instanceof LockError
      ? new UsageError(`${error.message} Nothing was changed.`)
      : error;
  }
}

/**
 * Copies and audits the backup, then swaps it in; `aside` is where the old books went, null when
 * there were none.
 */
async function restore(
  file: string,
  path: string,
  progress?: (done: number, total: number) => void,
) {
  const incoming = `${path}.incoming`;
  try {
    await copyDatabase(file, incoming);
    const result = auditFile(incoming, progress);
    if (!result.isRight) return { result, aside: null };
    startNewLine(incoming);
    const aside = existsSync(path) ? keepAside(path) : null;
    putInPlace(incoming, path);
    return { result, aside };
  } finally {
    removeDatabase(incoming);
  }
}

/**
 * Ids that the desk gave out after the backup must not be given out again: the restored desk takes
 * a new seed.
 */
function startNewLine(path: string): void {
  const db: Database = openDatabase(path);
  db.$client.exec("DELETE FROM meta WHERE key IN ('id_seed', 'audited_head')");
  db.$client.pragma('journal_mode = DELETE');
  closeDatabase(db);
  syncPath(path);
}

/**
 * Keeps the old books under another name. The names are added before anything is touched, then what
 * the write-ahead log holds is
 * brought into the file: no log is left that could be mistaken for the new file's, and the first
 * name may be replaced in one step.
 */
function keepAside(path: string): string {
  const aside = path.replace(DATABASE_FILE, `frontmonth-replaced-${formatStamp(Date.now())}.db`);
  if (existsSync(`${path}-wal`)) addName(`${path}-wal`, `${aside}-wal`);
  try {
    closeDatabase(openDatabase(path));
  } catch {
    // Broken books: their parts are kept side by side as they are.
  }
  addName(path, aside);
  for (const part of ['-wal', '-shm']) rmSync(path + part, { force: true });
  if (statSync(`${aside}-wal`, { throwIfNoEntry: false })?.size === 0) rmSync(`${aside}-wal`);
  syncPath(aside);
  return aside;
}

function addName(path: string, other: string): void {
  try {
    linkSync(path, other);
  } catch {
    copyFileSync(path, other); // a file system without second names
  }
}
