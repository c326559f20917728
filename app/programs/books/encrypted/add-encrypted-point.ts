// Adds an encrypted restore point to a store: complete, or what changed since the newest one.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from '../../../../db/lock.server';
import { UsageError } from '../../cli';
import { type Backup, createBackup } from '../create-backup';
import { type BackupHead, writeChanges } from '../changes-file';
import { formatStamp } from '../copy-database';
import { getDatabasePath } from '../data-dir';
import { readPlainInfo } from '../point-source';
import { buildBackupName, containsHead, listBaseIndexes, readSchema } from '../restore-points';
import { auditAndSave } from '../saved-audit';
import type { BackupStore } from './backup-store';
import { encryptFile } from './encrypted-file';
import { readEncryptedInfo } from './encrypted-points';
import type { BackupKey } from './key-file';

const LOCK_FILE = 'backup.lock';
const LOCK_WAIT_MS = 100;

interface EncryptedBackup {
  readonly dataDir: string;
  readonly store: BackupStore;
  readonly key: BackupKey;
  /** Restore points after which a complete one follows. */
  readonly keepCount: number;
  readonly progress: (done: number, total: number) => void;
}

/**
 * Nothing is stored where the audit fails. Two backups at the same time would continue the same one,
 * so the second is rejected.
 */
export async function addEncryptedPoint(options: EncryptedBackup): Promise<Backup> {
  const lock = lockFile(join(options.dataDir, LOCK_FILE), LOCK_WAIT_MS);
  if (lock === null)
    throw new UsageError('Another backup is being written. Try again when it has ended.');
  const scratch = join(options.dataDir, 'outgoing');
  // A crash may have left one.
  rmSync(scratch, { recursive: true, force: true });
  try {
    mkdirSync(scratch, { mode: 0o700 });
    return await addPoint(options, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    lock.release();
  }
}

async function addPoint(
  { dataDir, store, key, keepCount, progress }: EncryptedBackup,
  scratch: string,
): Promise<Backup> {
  const from = getDatabasePath(dataDir);
  const names = await store.listNames();
  const since = await findContinued({ store, key, keepCount }, names, from);
  const name = buildNextName(names, since === null ? 'db' : 'changes');
  const plain = join(scratch, since === null ? 'point.db' : 'point.changes');
  if (since !== null) writeChanges(from, plain, since);
  const result =
    since === null
      ? await createBackup(from, plain, progress)
      : auditAndSave(dataDir, from, true, progress);
  if (result.hasPassed) {
    const description = { name, ...readPlainInfo(plain), schema: readSchema(from) };
    await store.saveFile(name, join(scratch, 'point.enc'), (path) =>
      encryptFile(key, plain, path, description),
    );
  }
  return { file: `${store.place}/${name}`, result };
}

/** Where the newest restore point ends; null where a complete one is due. */
async function findContinued(
  { store, key, keepCount }: Pick<EncryptedBackup, 'store' | 'key' | 'keepCount'>,
  names: readonly string[],
  databasePath: string,
): Promise<BackupHead | null> {
  const newest = names.at(-1);
  if (newest === undefined) return null;
  // Also where a complete one is due: a mistaken key must not start another series.
  const { to, schema } = await readEncryptedInfo(store, key, newest);
  const start = listBaseIndexes(names).at(-1);
  if (start === undefined || names.length - start >= keepCount) return null;
  if (!to || schema !== readSchema(databasePath)) return null;
  return containsHead(databasePath, to) ? to : null;
}

/** Names sort by time. */
function buildNextName(names: readonly string[], kind: 'db' | 'changes'): string {
  const stamp = formatStamp(Date.now());
  const newest = names.at(-1) ?? '';
  if (`frontmonth-${stamp}` > newest.split('.')[0]!) return `${buildBackupName(stamp, kind)}.enc`;
  throw new UsageError(
    `The newest backup, ${newest}, is not older than this moment, ${stamp}. Correct the clock of the machine, or try again in a second.`,
  );
}

/**
 * Removes complete backups, with their changes, beyond which newer ones hold `keepCount` restore
 * points. The complete backup goes last: what is left of an interrupted removal can be restored.
 */
export async function removeOldSeries(store: BackupStore, keepCount: number): Promise<string[]> {
  const names = await store.listNames();
  const starts = listBaseIndexes(names).filter((start) => names.length - start >= keepCount);
  const first = starts.at(-1) ?? 0;
  const old = names.slice(0, first).reverse();
  for (const name of old) await store.removeFile(name);
  return old.map((name) => `${store.place}/${name}`);
}
