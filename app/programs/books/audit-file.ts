// A database file, audited from outside without changing it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditOptions, type AuditResult, auditDatabase } from '../../audit/audit';
import { formatDifference } from '../../audit/report';
import {
  DATABASE_FILE,
  type Database,
  DatabaseError,
  closeDatabase,
  openDatabase,
} from '../../../db/client.server';
import { requireMigrated } from '../../../db/migrate.server';
import { type ProgramCall, UsageError } from '../cli';

/**
 * Contents that are no whole database, or lack a table or column: proof that the file was changed.
 */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|ERROR)/;
/**
 * The disk or the machine did not deliver the file this time, which proves nothing about the books.
 */
const UNREADABLE = /^SQLITE_(IOERR|BUSY|LOCKED|NOMEM|CANTOPEN|PROTOCOL|FULL|PERM|AUTH|READONLY)/;

/**
 * Audits a file. Damaged contents are answered as a difference. Throws UsageError where the file
 * cannot be read.
 */
export function auditFile(
  path: string,
  progress: (done: number, total: number) => void = () => undefined,
  options: AuditOptions = {},
): AuditResult {
  const db = openOrRefuse(path);
  try {
    return auditDatabase(db.$client, progress, options);
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string' && UNREADABLE.test(code))
      throw new UsageError(`${path} could not be read (${code}): ${(error as Error).message}.`);
    if (typeof code !== 'string' || !DAMAGED.test(code)) throw error;
    const difference = {
      table: 'file',
      key: code,
      column: 'pages',
      stored: (error as Error).message,
      expected: 'a whole database',
    };
    return {
      isRight: false,
      since: 0,
      records: 0,
      postings: 0,
      head: { seq: 0, hash: '' },
      differences: 1,
      kept: [difference],
    };
  } finally {
    closeDatabase(db);
  }
}

function openOrRefuse(path: string): Database {
  let db: Database | null = null;
  try {
    db = openDatabase(path, { readonly: true });
    requireMigrated(db);
    return db;
  } catch (error) {
    if (db) closeDatabase(db);
    throw error instanceof DatabaseError ? new UsageError(error.message) : error;
  }
}

/** What is wrong in one sentence, or null when nothing is. */
export function findAuditFault(result: AuditResult): string | null {
  const [first] = result.kept;
  if (!first) return null;
  return `${result.differences === 1 ? '1 difference' : `${result.differences} differences`}. The first: ${formatDifference(first)}`;
}

/** The data directory that a program works on: its option, the setting, or ./data. */
export const readDataDir = ({ option }: ProgramCall): string =>
  option('data-dir') ?? (process.env['DATA_DIR'] || './data');

/** The database of a data directory. Throws UsageError when there is none. */
export function getDatabasePath(dataDir: string): string {
  return assertExisting(
    join(dataDir, DATABASE_FILE),
    'Name the data directory of a desk with --data-dir.',
  );
}

export function assertExisting(path: string, advice: string): string {
  if (!existsSync(path)) throw new UsageError(`There is no database at ${path}. ${advice}`);
  return path;
}
