// The folder of a replay's books: always new, never a desk's own.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  DATABASE_FILE,
  type Database,
  DatabaseError,
  closeDatabase,
  databasePath,
  openDatabase,
} from '../../../db/client.server';
import { type InstanceLock, LockError, takeLock } from '../../../db/lock.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import { UsageError } from '../cli';

/** The owner of every replayed book: a folder with any other owner's books is never replaced. */
export const REPLAY_USER = 'replay';

interface BooksFolder {
  readonly db: Database;
  readonly file: string;
  close(): void;
}

/** Throws UsageError when the folder holds books that may not be replaced. */
export function requireFreeFolder(folder: string, mayReplace: boolean): void {
  const file = join(folder, DATABASE_FILE);
  if (!existsSync(file)) return;
  if (!mayReplace)
    throw new UsageError(
      `${folder} holds books already. Name another folder with --data-dir, or add --replace to begin anew.`,
    );
  if (!explainMendable(() => holdsReplayOnly(file))) {
    throw new UsageError(
      `${folder} holds the books of a desk, not of a replay: they are never replaced. Name another folder with --data-dir.`,
    );
  }
}

/**
 * Makes the folder and an empty database in it. Throws UsageError when one is there that may not be
 * replaced.
 */
export function openBooksFolder(folder: string, mayReplace: boolean): BooksFolder {
  return explainMendable(() => {
    const file = databasePath(folder);
    const lock = takeLock(folder);
    try {
      requireFreeFolder(folder, mayReplace);
      for (const suffix of ['', '-wal', '-shm'])
        rmSync(join(folder, `${DATABASE_FILE}${suffix}`), { force: true });
      return openBooks(file, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  });
}

/**
 * A folder in use or a file that is no database is the caller's to mend, not a fault of the
 * program.
 */
function explainMendable<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof LockError || error instanceof DatabaseError)
      throw new UsageError(error.message);
    throw error;
  }
}

function openBooks(file: string, lock: InstanceLock): BooksFolder {
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

/** True when no user ever signed in there and every book and record is a replay's. */
function holdsReplayOnly(file: string): boolean {
  const db = openDatabase(file, { readonly: true });
  try {
    const count = (sql: string): number => Number(db.$client.prepare(sql).pluck().get());
    const tables = count(
      "SELECT count(*) FROM sqlite_schema WHERE name IN ('user', 'book', 'event')",
    );
    if (tables < 3) return count('SELECT count(*) FROM sqlite_schema') === 0;
    const strangers = `SELECT (SELECT count(*) FROM user) + (SELECT count(*) FROM book WHERE user_id <> '${REPLAY_USER}') +
      (SELECT count(*) FROM event WHERE user_id IS NOT NULL AND user_id <> '${REPLAY_USER}')`;
    return count(strangers) === 0;
  } finally {
    closeDatabase(db);
  }
}
