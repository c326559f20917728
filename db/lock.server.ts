// One process per data directory. The operating system releases the lock when the process ends.
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { toReadableError } from './client.server';

const LOCK_FILE = 'frontmonth.lock';
/**
 * Two processes that lock at the same moment may both get SQLITE_BUSY; this wait lets one retry.
 */
const WAIT_MS = 100;

/** Another process holds the lock of the data directory. */
export class LockError extends Error {}

export interface InstanceLock {
  readonly path: string;
  release(): void;
}

/**
 * Locks the data directory for the life of this process. Throws LockError within 0.1 s, or
 * DatabaseError with advice.
 */
export function acquireLock(dataDir: string): InstanceLock {
  const lock = tryLock(join(dataDir, LOCK_FILE));
  if (lock === null)
    throw new LockError(
      `Another Frontmonth is using DATA_DIR ${dataDir}. End it first, or start this one with another DATA_DIR.`,
    );
  return lock;
}

function tryLock(path: string): InstanceLock | null {
  try {
    return lockFile(path, WAIT_MS);
  } catch (error) {
    throw toReadableError(error, path);
  }
}

/** True while a server or a restore uses the data directory. */
export function isLocked(dataDir: string): boolean {
  const lock = lockFile(join(dataDir, LOCK_FILE), WAIT_MS);
  lock?.release();
  return lock === null;
}

/** Locks a file until release or process end; null if another holder keeps it for `waitMs`. */
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
