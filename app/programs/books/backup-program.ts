// `npm run backup`: saves the database while the terminal runs, complete or what changed, audited.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditOptions, AuditResult, SavedAudit } from '../../audit/audit-database';
import { closeDatabase, openDatabase } from '../../../db/client.server';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { auditFile, findAuditFault, toAuditJson } from './audit-file';
import { saveAuditStateOrWarn } from './audit-state';
import { saveReadTime, writeChanges } from './changes-file';
import { readDataDir, getDatabasePath } from './data-dir';
import { limitRestorePoints } from './fold-oldest';
import { buildBackupName, findContinuedHead } from './restore-points';
import { auditAndSave } from './saved-audit';
import {
  copyDatabase,
  renameDurably,
  removeDatabase,
  formatStamp,
  syncPath,
} from './copy-database';

const KEEP_DEFAULT = 24;

export const backupProgram: Program = {
  name: 'backup',
  summary:
    'Saves the database while the terminal runs: complete at first, then what changed since the last backup. Audits it and limits the number of backups.',
  usage: '[--to FILE] [--data-dir DIR] [--keep N]',
  options: { to: { type: 'string' }, 'data-dir': { type: 'string' }, keep: { type: 'string' } },
  optionHelp: {
    '--to FILE':
      'complete backup in a new file (default: backups/ in the data directory, named by UTC time)',
    '--data-dir DIR': 'data directory (default: DATA_DIR, or ./data)',
    '--keep N': `number of backups to keep in the default folder (default: ${KEEP_DEFAULT})`,
  },
  async run(call) {
    if (call.files.length > 0)
      throw new UsageError('backup takes no file argument; set the target with --to FILE.');
    const keepCount = parseKeepCount(call);
    const dataDir = readDataDir(call);
    const from = getDatabasePath(dataDir);
    const showProgress = (done: number, total: number): void =>
      call.progress.update(done, total, 'records audited');
    const target = getTarget(call);
    const folder = join(dataDir, 'backups');
    const backup =
      target === null
        ? await addRestorePoint(dataDir, folder, showProgress)
        : { file: target, result: await createBackup(from, target, showProgress) };
    call.progress.endPhase();
    const fault = findAuditFault(backup.result);
    const removed = fault === null && target === null ? limitRestorePoints(folder, keepCount) : [];
    call.printJson({
      file: fault === null ? backup.file : null,
      removed,
      ...toAuditJson(backup.result),
    });
    call.print(fault === null ? formatBackup(backup, removed) : formatFailure(fault));
    return fault === null ? 0 : 1;
  },
};

interface Backup {
  readonly file: string;
  readonly result: AuditResult;
}

const formatBackup = ({ file, result }: Backup, removed: readonly string[]): string =>
  `Backup ${file}: ${result.records} records${result.since === 0 ? '' : ` since record ${result.since}`}, ${result.postings} postings, audit passed.${removed.length > 0 ? ` Old restore points removed: ${removed.length}.` : ''}`;

const formatFailure = (fault: string): string =>
  `No backup saved, the audit FAILED: ${fault}.\nStop the terminal and restore the newest backup that passes its audit.`;

/**
 * Saves what changed since the newest restore point, or a complete backup where there is none that
 * the database continues.
 */
async function addRestorePoint(
  dataDir: string,
  folder: string,
  progress: (done: number, total: number) => void,
): Promise<Backup> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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

function parseKeepCount({ option }: ProgramCall): number {
  const text = option('keep') ?? String(KEEP_DEFAULT);
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`--keep must be an integer from 1 to 9999, not '${text}'.`);
  return Number(text);
}

function getTarget({ option }: ProgramCall): string | null {
  const to = option('to');
  if (to !== undefined && existsSync(to))
    throw new UsageError(`${to} exists already. Choose a new file or remove it.`);
  return to ?? null;
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
