// Audits a database file read-only.
import { type AuditOptions, type AuditResult, auditDatabase } from '../../audit/audit-database';
import { formatDifference } from '../../audit/audit-report';
import {
  type Database,
  DatabaseError,
  closeDatabase,
  openDatabase,
} from '../../../db/client.server';
import { assertMigrated } from '../../../db/migrate.server';
import { UsageError } from '../cli';

/** SQLite errors that prove a changed file: corrupt contents, or a missing table or column. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|ERROR)/;
/** SQLite errors of the disk or machine, which prove nothing about the stored figures. */
const UNREADABLE = /^SQLITE_(IOERR|BUSY|LOCKED|NOMEM|CANTOPEN|PROTOCOL|FULL|PERM|AUTH|READONLY)/;

/** Keeps the inner pages of large tables in memory, which references and rows are looked up in. */
const CACHE_KIBIBYTES = 65_536;

/** Reports damaged contents as a difference. Throws UsageError when the file cannot be read. */
export function auditFile(
  path: string,
  progress: (done: number, total: number) => void = () => undefined,
  options: AuditOptions = {},
): AuditResult {
  const db = openMigrated(path);
  db.$client.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
  try {
    return auditDatabase(db.$client, progress, options);
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string' && UNREADABLE.test(code))
      throw new UsageError(`Cannot read ${path} (${code}): ${(error as Error).message}.`);
    if (typeof code !== 'string' || !DAMAGED.test(code)) throw error;
    const difference = {
      table: 'file',
      key: code,
      column: 'pages',
      stored: (error as Error).message,
      expected: 'an intact database',
    };
    return {
      hasPassed: false,
      since: 0,
      records: 0,
      postings: 0,
      head: { seq: 0, hash: '' },
      differences: 1,
      firstDifferences: [difference],
    };
  } finally {
    closeDatabase(db);
  }
}

/** Opens a database or backup read-only. Throws UsageError when it cannot be read. */
export function openMigrated(path: string): Database {
  let db: Database | null = null;
  try {
    db = openDatabase(path, { readonly: true });
    assertMigrated(db);
    return db;
  } catch (error) {
    if (db) closeDatabase(db);
    throw error instanceof DatabaseError ? new UsageError(error.message) : error;
  }
}

/** The JSON output of an audit; its field names are a published interface. */
export const toAuditJson = ({ hasPassed, firstDifferences, ...rest }: AuditResult): object => ({
  isRight: hasPassed,
  ...rest,
  kept: firstDifferences,
});

/** One sentence with count and first difference; null when there is none. */
export function findAuditFault(result: AuditResult): string | null {
  const [first] = result.firstDifferences;
  if (!first) return null;
  return `${result.differences === 1 ? '1 difference' : `${result.differences} differences`}. First: ${formatDifference(first)}`;
}
