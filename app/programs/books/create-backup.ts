// Audited complete copies of a database.
import type { AuditOptions, AuditResult } from '../../audit/audit-database';
import { closeDatabase, openDatabase } from '../../../db/client.server';
import { auditFile } from './audit-file';
import { saveReadTime } from './changes-file';
import { copyDatabase, removeDatabase, renameDurably, syncPath } from './copy-database';

export interface Backup {
  readonly file: string;
  readonly result: AuditResult;
}

/**
 * Copies and audits under a temporary name, then renames. A copy that fails its audit is removed.
 */
export async function createBackup(
  from: string,
  to: string,
  progress?: (done: number, total: number) => void,
  options: AuditOptions = {},
): Promise<AuditResult> {
  const partial = `${to}.partial`;
  try {
    const readMs = Date.now();
    await copyDatabase(from, partial);
    markCopy(partial, readMs);
    const result = auditFile(partial, progress, options);
    if (result.hasPassed) renameDurably(partial, to);
    return result;
  } finally {
    removeDatabase(partial);
  }
}

/** Later changes continue a copy only if it states when it was read. */
function markCopy(path: string, readMs: number): void {
  const db = openDatabase(path);
  saveReadTime(db, readMs);
  db.$client.pragma('journal_mode = DELETE');
  closeDatabase(db);
  syncPath(path);
}
