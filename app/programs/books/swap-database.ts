// Puts a restored database in place and keeps the old one.
import { copyFileSync, existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { DATABASE_FILE, closeDatabase, openDatabase } from '../../../db/client.server';
import { formatStamp, renameDurably, syncPath } from './copy-database';

/** Returns the path of the old database; null when there was none. */
export function swapDatabase(incoming: string, path: string): string | null {
  resetIdSeed(incoming);
  const aside = existsSync(path) ? renameOldDatabase(path) : null;
  renameDurably(incoming, path);
  return aside;
}

/** Sets a new id seed, so that ids issued after the backup are not reused. */
function resetIdSeed(path: string): void {
  const db = openDatabase(path);
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
