// One Frontmonth per data directory: a lock that the system itself lets go of when the process
// dies, however it dies.
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

const LOCK_FILE = 'frontmonth.lock';
/**
 * SQLite may answer "busy" to both of two processes that take the lock in the same moment: with this
 * wait one of them tries again.
 */
const WAIT_MS = 100;

/** Another process holds the data directory. */
export class LockError extends Error {}

export interface InstanceLock {
  readonly path: string;
  release(): void;
}

/**
 * Takes the lock of a data directory for the life of this process, or throws LockError within a
 * fraction of a second.
 */
export function takeLock(dataDir: string): InstanceLock {
  const lock = lockFile(join(dataDir, LOCK_FILE), WAIT_MS);
  if (lock === null)
    throw new LockError(
      `Another Frontmonth is using DATA_DIR ${dataDir}. End it first, or start this one with another DATA_DIR.`,
    );
  return lock;
}

/** Whether a process holds the data directory now: a desk, or a restore. */
export function isLocked(dataDir: string): boolean {
  const lock = lockFile(join(dataDir, LOCK_FILE), WAIT_MS);
  lock?.release();
  return lock === null;
}

/**
 * Locks a file of its own name until it is released or the process is gone; null when another has
 * held it for so long.
 */
export function lockFile(path: string, waitMs: number): InstanceLock | null {
  closeSync(openSync(path, 'a', 0o600));
  const raw = new Sqlite(path, { timeout: waitMs });
  try {
    raw.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    raw.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    return null;
  }
  return { path, release: () => void (raw.open && raw.close()) };
}
