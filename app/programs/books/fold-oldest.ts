// Limits the number of restore points: the oldest changes become part of their complete backup.
import type { Database as Sqlite } from 'better-sqlite3';
import { auditDatabase } from '../../audit/audit-database';
import { UsageError } from '../cli';
import { findAuditFault } from './audit-file';
import { loadAuditState, saveAuditStateOrWarn } from './audit-state';
import { addChanges, isSameBackup, readChangesInfo } from './changes-file';
import { removeDatabase, renameDurably } from './copy-database';
import { type BackupChain, listChains, readBackupHead } from './restore-points';

/** Removes restore points beyond the newest `keepCount`; returns the files that are gone. */
export function limitRestorePoints(folder: string, keepCount: number): string[] {
  const gone: string[] = [];
  for (;;) {
    const chains = listChains(folder);
    const count = chains.reduce((sum, { changes }) => sum + 1 + changes.length, 0);
    const [oldest] = chains;
    if (!oldest || count <= keepCount) return gone;
    gone.push(oldest.base);
    const [next] = oldest.changes;
    if (next === undefined) removeDatabase(oldest.base);
    else foldChanges(folder, oldest, next);
  }
}

/** The complete backup takes up its first changes, is audited, and gets their name. */
function foldChanges(folder: string, { base }: BackupChain, changes: string): void {
  // A crash may have come between taking up the changes and the new name.
  if (!isSameBackup(readBackupHead(base), readChangesInfo(changes).to))
    addChanges(base, changes, (raw) => assertAudited(folder, raw, `${base} with ${changes}`));
  removeDatabase(changes);
  renameDurably(base, changes.replace(/changes$/, 'db'));
}

/** Audits what was added since the last audit of the complete backup, or all of it. */
function assertAudited(folder: string, raw: Sqlite, files: string): void {
  const stored = loadAuditState(folder);
  const result = auditDatabase(raw, undefined, {
    from: stored?.saved ?? null,
    onPassed: (saved) => saveAuditStateOrWarn(folder, saved, stored?.wholeMs ?? Date.now()),
  });
  const fault = findAuditFault(result);
  if (fault !== null)
    throw new UsageError(
      `${files} FAILED its audit: ${fault}. The new backup is saved, and nothing else was changed. Move both files elsewhere; the next run makes a complete backup.`,
    );
}
