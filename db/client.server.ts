// Opens a database file the only way it may be opened: durable, checked, private to its owner.
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';

/** Queries through drizzle; `$client` is the raw handle, for models and programs alone. */
export type Database = BetterSQLite3Database & { readonly $client: Sqlite.Database };

export const DATABASE_FILE = 'frontmonth.db';
const BUSY_TIMEOUT_MS = 5000;
/** Pages in the write-ahead log before it is written back: 16 MB. */
const CHECKPOINT_PAGES = 4000;
const IN_MEMORY = ':memory:';

/** The database cannot be used safely: the message says why and what to do. */
export class DatabaseError extends Error {}

/** Creates the data directory for its owner alone and answers the path of the database in it. */
export function databasePath(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  return join(dataDir, DATABASE_FILE);
}

/**
 * Opens a file (or `:memory:`), sets every pragma and asserts that it holds. A missing file is
 * created unless readonly.
 */
export function openDatabase(
  path: string,
  options: { readonly readonly?: boolean } = {},
): Database {
  const isReadonly = options.readonly === true;
  const raw = openFile(path, isReadonly);
  try {
    requireVersion(sqliteVersion(raw));
    setPragmas(raw, path, isReadonly);
    return drizzle(raw) as Database;
  } catch (error) {
    raw.close();
    throw error instanceof DatabaseError
      ? error
      : new DatabaseError(`${path} cannot be used as a database: ${formatMessage(error)}.`);
  }
}

function openFile(path: string, isReadonly: boolean): Sqlite.Database {
  try {
    if (!isReadonly && path !== IN_MEMORY) createPrivately(path);
    return new Sqlite(path, {
      readonly: isReadonly,
      fileMustExist: isReadonly,
      timeout: BUSY_TIMEOUT_MS,
    });
  } catch (error) {
    throw new DatabaseError(
      `${path} cannot be opened: ${formatMessage(error)}. Check that the file exists and may be read and written.`,
    );
  }
}

/**
 * Makes the file with its final mode before anything is in it; SQLite gives the same mode to the
 * files it puts beside it.
 */
function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** Writes the log of pages back into the file and closes it. */
export function closeDatabase(db: Database): void {
  const raw = db.$client;
  if (!raw.open) return;
  try {
    if (!raw.readonly && !raw.memory) raw.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // On a full disk the log of pages stays beside the file, whole; the next start reads it.
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  } finally {
    raw.close();
  }
}

const UNWRITABLE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/;

/** A refusing disk as a message that says what to do; any other error as it is. */
export function readableFault(error: unknown, path: string): unknown {
  if (!(error instanceof Sqlite.SqliteError) || !UNWRITABLE.test(error.code)) return error;
  return new DatabaseError(
    `${path} cannot be written (${error.code}: ${error.message}). Nothing is lost: make room, or see to the disk and its permissions, and start again.`,
  );
}

const sqliteVersion = (raw: Sqlite.Database): string =>
  raw.prepare('SELECT sqlite_version()').pluck().get() as string;

const VERSION_MIN = [3, 51, 3] as const;
const VERSION_WITHDRAWN = '3.52.0';

/**
 * Refuses versions whose write-ahead log could corrupt a file (fixed in 3.51.3) and the withdrawn
 * 3.52.0.
 */
export function requireVersion(version: string): void {
  const parts = version.split('.').map(Number);
  const distance =
    VERSION_MIN.map((least, place) => (parts[place] ?? 0) - least).find(
      (difference) => difference !== 0,
    ) ?? 0;
  if (distance >= 0 && version !== VERSION_WITHDRAWN) return;
  throw new DatabaseError(
    `SQLite ${version} may lose data in write-ahead mode. Install the better-sqlite3 named in package.json (SQLite ${VERSION_MIN.join('.')} or later, not ${VERSION_WITHDRAWN}).`,
  );
}

function setPragmas(raw: Sqlite.Database, path: string, isReadonly: boolean): void {
  if (!isReadonly) raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  raw.pragma('trusted_schema = OFF');
  if (!isReadonly) raw.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const journalModes = raw.memory ? ['memory'] : isReadonly ? ['wal', 'delete'] : ['wal'];
  requirePragma(raw, path, 'journal_mode', journalModes);
  requirePragma(raw, path, 'synchronous', [2]);
  requirePragma(raw, path, 'foreign_keys', [1]);
  requirePragma(raw, path, 'trusted_schema', [0]);
  requirePragma(raw, path, 'busy_timeout', [BUSY_TIMEOUT_MS]);
}

function requirePragma(
  raw: Sqlite.Database,
  path: string,
  name: string,
  wanted: readonly unknown[],
): void {
  const value: unknown = raw.pragma(name, { simple: true });
  if (wanted.includes(value)) return;
  throw new DatabaseError(
    `${path} has ${name} = ${String(value)} where ${wanted.join(' or ')} is needed. It may lie on a disk without locks or shared memory: move DATA_DIR to a local disk.`,
  );
}

const formatMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
