// Adds a restore point to a folder.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedAudit } from '../../audit/audit-database';
import { saveAuditStateOrWarn } from './audit-state';
import { assertPlainFolder } from './backup-target';
import { writeChanges } from './changes-file';
import { formatStamp, removeDatabase, renameDurably } from './copy-database';
import { type Backup, createBackup } from './create-backup';
import { getDatabasePath } from './data-dir';
import { createFolder } from './encrypted/backup-store';
import { buildBackupName, findContinuedHead } from './restore-points';
import { auditAndSave } from './saved-audit';

/**
 * Saves what changed since the newest restore point, or a complete backup where there is none that
 * the database continues.
 */
export async function addRestorePoint(
  dataDir: string,
  folder: string,
  progress: (done: number, total: number) => void,
): Promise<Backup> {
  await createFolder(folder);
  assertPlainFolder(readdirSync(folder), folder);
  const from = getDatabasePath(dataDir);
  const stamp = formatStamp(Date.now());
  const since = findContinuedHead(folder, from);
  if (since === null) {
    const file = join(folder, buildBackupName(stamp, 'db'));
    const onPassed = (saved: SavedAudit): void => saveAuditStateOrWarn(folder, saved, Date.now());
    return { file, result: await createBackup(from, file, progress, { onPassed }) };
  }
  const file = join(folder, buildBackupName(stamp, 'changes'));
  const partial = `${file}.partial`;
  try {
    writeChanges(from, partial, since);
    const result = auditAndSave(dataDir, from, true, progress);
    if (result.hasPassed) renameDurably(partial, file);
    return { file, result };
  } finally {
    removeDatabase(partial);
  }
}
