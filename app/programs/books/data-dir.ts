import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../../db/client.server';
import { type InstanceLock, LockError, acquireLock } from '../../../db/lock.server';
import { type ProgramCall, UsageError } from '../cli';

/** Data directory: --data-dir, DATA_DIR or ./data. */
export const readDataDir = ({ option }: ProgramCall): string =>
  option('data-dir') ?? (process.env['DATA_DIR'] || './data');

/** Throws UsageError when the data directory has no database. */
export function getDatabasePath(dataDir: string): string {
  return assertExisting(join(dataDir, DATABASE_FILE), 'Set the data directory with --data-dir.');
}

export function assertExisting(path: string, advice: string): string {
  if (!existsSync(path)) throw new UsageError(`No database at ${path}. ${advice}`);
  return path;
}

/** Locks the data directory. Throws UsageError while a server or another program uses it. */
export function lockDataDir(dataDir: string): InstanceLock {
  try {
    return acquireLock(dataDir);
  } catch (error) {
    throw error instanceof LockError
      ? new UsageError(`${error.message} Nothing was changed.`)
      : error;
  }
}
