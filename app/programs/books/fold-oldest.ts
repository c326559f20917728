// Limits the number of restore points: the oldest changes become part of their complete backup.
import type { Database as Sqlite } from 'better-sqlite3';
import { type AuditResult, auditDatabase } from '../../audit/audit-database';
import { closeDatabase, openDatabase } from '../../../db/client.server';
import { UsageError } from '../cli';
import { findAuditFault } from './audit-file';
import { loadAuditState, saveAuditState } from './audit-state';
import { applyChanges, readChangesInfo } from './changes-file';
import { removeDatabase, renameDurably, syncPath } from './copy-database';
import { type BackupChain, isSameHead, listChains, readDatabaseHead } from './restore-points';

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
  if (!isSameHead(readDatabaseHead(base), readChangesInfo(changes).to))
    takeUpChanges(folder, base, changes);
  removeDatabase(changes);
  renameDurably(base, changes.replace(/changes$/, 'db'));
}

function takeUpChanges(folder: string, base: string, changes: string): void {
  const db = openDatabase(base);
  const raw = db.$client;
  try {
    raw.pragma('foreign_keys = OFF');
    raw.prepare('ATTACH ? AS changes').run(changes);
    raw.exec('BEGIN IMMEDIATE');
    applyChanges(raw);
    const fault = findAuditFault(auditFolded(folder, raw));
    if (fault !== null)
      throw new UsageError(
        `${base} with ${changes} FAILED its audit: ${fault}. Nothing was changed. Move both elsewhere; the next run makes a complete backup.`,
      );
    raw.exec('COMMIT');
    raw.exec('DETACH changes');
    raw.pragma('journal_mode = DELETE');
  } finally {
    closeDatabase(db); // ends an open transaction without effect
  }
  syncPath(base);
}

/** Audits what was added since the last audit of the complete backup, or all of it. */
function auditFolded(folder: string, raw: Sqlite): AuditResult {
  const stored = loadAuditState(folder);
  return auditDatabase(raw, undefined, {
    from: stored?.saved ?? null,
    onPassed: (saved) => saveAuditState(folder, saved, stored?.wholeMs ?? Date.now()),
  });
}
