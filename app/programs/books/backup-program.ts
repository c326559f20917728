// `npm run backup`: saves the database while the terminal runs, complete or what changed, audited.
import { join } from 'node:path';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { addRestorePoint } from './add-restore-point';
import { findAuditFault, toAuditJson } from './audit-file';
import { type BackupTarget, parseTarget } from './backup-target';
import { type Backup, createBackup } from './create-backup';
import { readDataDir, getDatabasePath } from './data-dir';
import { addEncryptedPoint, removeOldSeries } from './encrypted/add-encrypted-point';
import { limitRestorePoints } from './fold-oldest';

const KEEP_DEFAULT = 24;

export const backupProgram: Program = {
  name: 'backup',
  summary:
    'Saves the database while the terminal runs: complete at first, then what changed since the last backup. Audits it and limits the number of backups.',
  usage: '[--to FOLDER|FILE.db|s3://BUCKET/PREFIX] [--key-file FILE] [--data-dir DIR] [--keep N]',
  options: {
    to: { type: 'string' },
    'key-file': { type: 'string' },
    'data-dir': { type: 'string' },
    keep: { type: 'string' },
  },
  optionHelp: {
    '--to FOLDER':
      'folder of the backups, e.g. on another disk (default: backups/ in the data directory)',
    '--to s3://BUCKET/PREFIX':
      'bucket of the backups; AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY name and open it. Needs --key-file',
    '--to FILE.db': 'complete backup in a new file instead',
    '--key-file FILE':
      'encrypt the backups of --to: 32 random bytes, 64 hexadecimal digits, or a passphrase',
    '--data-dir DIR': 'data directory (default: DATA_DIR, or ./data)',
    '--keep N': `number of backups to keep in the folder (default: ${KEEP_DEFAULT}); of encrypted ones up to twice as many`,
  },
  async run(call) {
    if (call.files.length > 0)
      throw new UsageError('backup takes no file argument; set the target with --to FILE.');
    const keepCount = parseKeepCount(call);
    const dataDir = readDataDir(call);
    // Throws where there is no database, before a folder for its backups is created.
    getDatabasePath(dataDir);
    const target = parseTarget(call, join(dataDir, 'backups'));
    const backup = await saveBackup(dataDir, target, keepCount, (done, total) =>
      call.progress.update(done, total, 'records audited'),
    );
    call.progress.endPhase();
    const fault = findAuditFault(backup.result);
    const removed = fault === null ? await removeOldPoints(target, keepCount) : [];
    call.printJson({
      file: fault === null ? backup.file : null,
      removed,
      ...toAuditJson(backup.result),
    });
    call.print(fault === null ? formatBackup(backup, removed) : formatFailure(fault));
    return fault === null ? 0 : 1;
  },
};

async function saveBackup(
  dataDir: string,
  target: BackupTarget,
  keepCount: number,
  progress: (done: number, total: number) => void,
): Promise<Backup> {
  if (target.kind === 'folder') return addRestorePoint(dataDir, target.path, progress);
  if (target.kind === 'encrypted')
    return addEncryptedPoint({ ...target, dataDir, keepCount, progress });
  const result = await createBackup(getDatabasePath(dataDir), target.path, progress);
  return { file: target.path, result };
}

function removeOldPoints(target: BackupTarget, keepCount: number): Promise<string[]> | string[] {
  if (target.kind === 'file') return [];
  return target.kind === 'folder'
    ? limitRestorePoints(target.path, keepCount)
    : removeOldSeries(target.store, keepCount);
}

const formatBackup = ({ file, result }: Backup, removed: readonly string[]): string =>
  `Backup ${file}: ${result.records} records${result.since === 0 ? '' : ` since record ${result.since}`}, ${result.postings} postings, audit passed.${removed.length > 0 ? ` Old restore points removed: ${removed.length}.` : ''}`;

const formatFailure = (fault: string): string =>
  `No backup saved, the audit FAILED: ${fault}.\nStop the terminal and restore the newest backup that passes its audit.`;

function parseKeepCount({ option }: ProgramCall): number {
  const text = option('keep') ?? String(KEEP_DEFAULT);
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`--keep must be an integer from 1 to 9999, not '${text}'.`);
  return Number(text);
}
