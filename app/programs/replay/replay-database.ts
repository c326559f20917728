// Database folder of a replay: always new, never a live terminal's.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  DATABASE_FILE,
  type Database,
  DatabaseError,
  closeDatabase,
  prepareDatabasePath,
  openDatabase,
} from '../../../db/client.server';
import { type InstanceLock, LockError, acquireLock } from '../../../db/lock.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import { UsageError } from '../cli';

/** Owner of replayed accounts; a folder with accounts of other users is never replaced. */
export const REPLAY_USER = 'replay';

interface ReplayDatabase {
  readonly db: Database;
  readonly file: string;
  close(): void;
}

/** Throws UsageError when the folder has a database that may not be replaced. */
export function assertReplaceable(folder: string, canReplace: boolean): void {
  const file = join(folder, DATABASE_FILE);
  if (!existsSync(file)) return;
  if (!canReplace)
    throw new UsageError(
      `${folder} has a database already. Choose another folder with --data-dir, or add --replace.`,
    );
  if (!withUsageErrors(() => hasReplayDataOnly(file))) {
    throw new UsageError(
      `${folder} has the database of a terminal, not of a replay; it is never replaced. Choose another folder with --data-dir.`,
    );
  }
}

/** Creates an empty database. Throws UsageError when one exists that may not be replaced. */
export function createReplayDatabase(folder: string, canReplace: boolean): ReplayDatabase {
  return withUsageErrors(() => {
    const file = prepareDatabasePath(folder);
    const lock = acquireLock(folder);
    try {
      assertReplaceable(folder, canReplace);
      for (const suffix of ['', '-wal', '-shm'])
        rmSync(join(folder, `${DATABASE_FILE}${suffix}`), { force: true });
      return openReplayDatabase(file, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  });
}

/** Converts lock and database errors to UsageError, because the user can fix them. */
function withUsageErrors<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof LockError || error instanceof DatabaseError)
      throw new UsageError(error.message);
    throw error;
  }
}

function openReplayDatabase(file: string, lock: InstanceLock): ReplayDatabase {
  const db = openDatabase(file);
  migrateDatabase(db, MIGRATIONS_FOLDER);
  return {
    db,
    file,
    close() {
      closeDatabase(db);
      lock.release();
    },
  };
}

/** True when the database has no users and only replay records. */
function hasReplayDataOnly(file: string): boolean {
  const db = openDatabase(file, { readonly: true });
  try {
    const countRows = (sql: string): number => Number(db.$client.prepare(sql).pluck().get());
    const tables = countRows(
      "SELECT count(*) FROM sqlite_schema WHERE name IN ('user', 'book', 'event')",
    );
    if (tables < 3) return countRows('SELECT count(*) FROM sqlite_schema') === 0;
    const foreignRowsSql = `SELECT (SELECT count(*) FROM user) + (SELECT count(*) FROM book WHERE user_id <> '${REPLAY_USER}') +
      (SELECT count(*) FROM event WHERE user_id IS NOT NULL AND user_id <> '${REPLAY_USER}')`;
    return countRows(foreignRowsSql) === 0;
  } finally {
    closeDatabase(db);
  }
}
