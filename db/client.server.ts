// Opens the SQLite database: durable, checked, private to its owner.
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';

/** Drizzle database; `$client` is the raw handle, for models and programs only. */
export type Database = BetterSQLite3Database & { readonly $client: Sqlite.Database };

export const DATABASE_FILE = 'frontmonth.db';
const BUSY_TIMEOUT_MS = 5000;
/** WAL pages before an automatic checkpoint: 16 MB. */
const CHECKPOINT_PAGES = 4000;
const IN_MEMORY = ':memory:';

/** The database cannot be used safely; the message gives cause and remedy. */
export class DatabaseError extends Error {}

/** Creates the data directory (mode 700). Throws DatabaseError with advice. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    chmodSync(dataDir, 0o700);
  } catch (error) {
    throw toReadableError(error, dataDir);
  }
}

/** Creates the data directory and returns the database path. Throws DatabaseError with advice. */
export function prepareDatabasePath(dataDir: string): string {
  prepareDataDir(dataDir);
  return join(dataDir, DATABASE_FILE);
}

/**
 * Opens a file or `:memory:`, sets all pragmas and asserts their values. Creates a missing file
 * unless readonly.
 */
export function openDatabase(
  path: string,
  options: { readonly readonly?: boolean } = {},
): Database {
  const isReadonly = options.readonly === true;
  const raw = openFile(path, isReadonly);
  try {
    assertSqliteVersion(getSqliteVersion(raw));
    setPragmas(raw, path, isReadonly);
    return drizzle(raw) as Database;
  } catch (error) {
    raw.close();
    throw error instanceof DatabaseError
      ? error
      : new DatabaseError(
          `${path} cannot be used as a database: ${formatMessage(error)}. ${DAMAGE_ADVICE}`,
        );
  }
}

function openFile(path: string, isReadonly: boolean): Sqlite.Database {
  try {
    if (!isReadonly && path !== IN_MEMORY) createPrivateFile(path);
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
 * Creates the file with mode 600 before first use; SQLite copies the mode to its WAL and
 * shared-memory files.
 */
function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** Checkpoints the WAL and closes the database. */
export function closeDatabase(db: Database): void {
  const raw = db.$client;
  if (!raw.open) return;
  try {
    if (!raw.readonly && !raw.memory) raw.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // On a full disk the WAL file stays; the next start reads it.
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  } finally {
    raw.close();
  }
}

const UNWRITABLE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/;

/** Whether the disk rejected a write: it is full, broken or read-only. */
export const isWriteFault = (error: unknown): error is InstanceType<typeof Sqlite.SqliteError> =>
  error instanceof Sqlite.SqliteError && UNWRITABLE.test(error.code);

const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;
const DAMAGE_ADVICE =
  'Keep a copy of the file, then restore the newest backup: npm run restore -- FILE.';

/** Advice by code of a file system error. */
const FILE_ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'Change its owner or permissions, or set DATA_DIR to another folder.',
  EPERM: 'Change its owner or permissions, or set DATA_DIR to another folder.',
  EROFS: 'The disk is read-only: set DATA_DIR to another folder.',
  EEXIST: 'It is no folder: set DATA_DIR to a folder.',
  ENOTDIR: 'A part of its path is no folder: set DATA_DIR to a folder.',
  EMFILE: 'Too many files are open: raise the limit of the process (ulimit -n).',
  ENFILE: 'Too many files are open: raise the limit of the system.',
  ENOSPC: 'The disk is full: free space.',
};

/**
 * Turns a fault of the disk, its permissions or the database file into a DatabaseError with advice;
 * returns other errors unchanged.
 */
export function toReadableError(error: unknown, path: string): unknown {
  const { code, syscall } = (error ?? {}) as { code?: string; syscall?: string };
  const advice = syscall === undefined ? undefined : FILE_ADVICE[code ?? ''];
  if (advice !== undefined) return new DatabaseError(`${path} cannot be used (${code}). ${advice}`);
  if (error instanceof Sqlite.SqliteError && DAMAGED.test(error.code))
    return new DatabaseError(
      `${path} is damaged (${error.code}: ${error.message}). ${DAMAGE_ADVICE}`,
    );
  if (!isWriteFault(error)) return error;
  return new DatabaseError(
    `${path} cannot be written (${error.code}: ${error.message}). No data is lost: free space or fix the disk and its permissions, then restart.`,
  );
}

const getSqliteVersion = (raw: Sqlite.Database): string =>
  raw.prepare('SELECT sqlite_version()').pluck().get() as string;

const VERSION_MIN = [3, 51, 3] as const;
const VERSION_WITHDRAWN = '3.52.0';

/** Rejects versions with a known WAL corruption bug (fixed in 3.51.3) and the withdrawn 3.52.0. */
export function assertSqliteVersion(version: string): void {
  const parts = version.split('.').map(Number);
  const distance =
    VERSION_MIN.map((min, index) => (parts[index] ?? 0) - min).find(
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
  assertPragma(raw, path, 'journal_mode', journalModes);
  assertPragma(raw, path, 'synchronous', [2]);
  assertPragma(raw, path, 'foreign_keys', [1]);
  assertPragma(raw, path, 'trusted_schema', [0]);
  assertPragma(raw, path, 'busy_timeout', [BUSY_TIMEOUT_MS]);
}

function assertPragma(
  raw: Sqlite.Database,
  path: string,
  name: string,
  expected: readonly unknown[],
): void {
  const value: unknown = raw.pragma(name, { simple: true });
  if (expected.includes(value)) return;
  throw new DatabaseError(
    `${path} has ${name} = ${String(value)} where ${expected.join(' or ')} is needed. It may lie on a disk without locks or shared memory: move DATA_DIR to a local disk.`,
  );
}

const formatMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
