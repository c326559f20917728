// Restore points in a folder of backups: complete databases, and files of changes that continue them.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type LogHead, prepareFindEventHash } from '../../models/log/log.server';
import { type Database, closeDatabase, openDatabase } from '../../../db/client.server';
import { UsageError } from '../cli';
import { type BackupHead, getBackupHead, isSameBackup, readChangesInfo } from './changes-file';

const BACKUP_NAME = /^frontmonth-\d{8}T\d{6}Z\.(db|changes)$/;
const CHANGES_SUFFIX = '.changes';

/** A complete backup with the files of changes that continue it, oldest first. */
export interface BackupChain {
  readonly base: string;
  readonly changes: readonly string[];
}

export const isChangesFile = (path: string): boolean => path.endsWith(CHANGES_SUFFIX);

export const buildBackupName = (stamp: string, kind: 'db' | 'changes'): string =>
  `frontmonth-${stamp}.${kind}`;

/** All chains of a folder, oldest first. Names sort by time. */
export function listChains(folder: string): BackupChain[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name))
    .sort();
  const chains: { base: string; changes: string[] }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    if (!isChangesFile(name)) chains.push({ base: path, changes: [] });
    // Changes without a complete backup before them restore nothing.
    else chains.at(-1)?.changes.push(path);
  }
  return chains;
}

/** Identity of a complete backup; null if changes cannot continue it. */
export const readBackupHead = (path: string): BackupHead | null => readFrom(path, getBackupHead);

/** The chain that ends with a file of changes. Throws UsageError when a part is missing. */
export function findChain(file: string): BackupChain {
  const chain = listChains(dirname(file)).find(({ changes }) =>
    changes.some((path) => basename(path) === basename(file)),
  );
  if (!chain)
    throw new UsageError(
      `${file} continues a complete backup (.db) that is not in its folder. Restore from a folder with all backups.`,
    );
  const end = chain.changes.findIndex((path) => basename(path) === basename(file));
  const changes: string[] = [];
  let head = readBackupHead(chain.base);
  for (const path of chain.changes.slice(0, end + 1)) {
    const { from, to } = readChangesInfo(path);
    if (isSameBackup(head, to)) continue; // the complete backup took them up before a crash
    if (!isSameBackup(head, from))
      throw new UsageError(
        `${path} does not continue the backup before it: a file is missing. Restore an older backup.`,
      );
    head = to;
    changes.push(path);
  }
  return { base: chain.base, changes };
}

/** The newest restore point, if the database continues it and has the same schema; else null. */
export function findContinuedHead(folder: string, databasePath: string): BackupHead | null {
  const chain = listChains(folder).at(-1);
  if (!chain || !hasSameSchema(chain.base, databasePath)) return null;
  const newest = chain.changes.at(-1);
  const head = newest === undefined ? readBackupHead(chain.base) : readChangesInfo(newest).to;
  return head && containsHead(databasePath, head) ? head : null;
}

const hasSameSchema = (a: string, b: string): boolean => readSchema(a) === readSchema(b);

const readSchema = (path: string): string =>
  readFrom(path, (db) =>
    String(db.$client.prepare('SELECT max(created_at) FROM __drizzle_migrations').pluck().get()),
  );

const containsHead = (path: string, head: LogHead): boolean =>
  readFrom(path, (db) => prepareFindEventHash(db)(head.seq) === head.hash);

function readFrom<T>(path: string, read: (db: Database) => T): T {
  const db = openDatabase(path, { readonly: true });
  try {
    return read(db);
  } finally {
    closeDatabase(db);
  }
}
