// Restore points in a folder of backups: complete databases, and files of changes that continue them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type LogHead, prepareFindEventHash } from '../../models/log/log.server';
import { type Database, closeDatabase, openDatabase } from '../../../db/client.server';
import { type BackupHead, getBackupHead, readChangesInfo } from './changes-file';

const BACKUP_NAME = /^frontmonth-\d{8}T\d{6}Z\.(db|changes)$/;
const ENCRYPTED_NAME = /^frontmonth-\d{8}T\d{6}Z\.(db|changes)\.enc$/;

/** A complete backup with the files of changes that continue it, oldest first. */
export interface BackupChain {
  readonly base: string;
  readonly changes: readonly string[];
}

export const isChangesFile = (path: string): boolean => /\.changes(\.enc)?$/.test(path);

export const isEncryptedName = (name: string): boolean => ENCRYPTED_NAME.test(name);

export const buildBackupName = (stamp: string, kind: 'db' | 'changes'): string =>
  `frontmonth-${stamp}.${kind}`;

/** Restore points of a folder, oldest first. Names sort by time. */
export const listPointNames = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => BACKUP_NAME.test(name))
        .sort()
    : [];

/** Indexes of the complete backups among restore points. */
export const listBaseIndexes = (names: readonly string[]): number[] =>
  names.flatMap((name, index) => (isChangesFile(name) ? [] : [index]));

/** All chains of a folder, oldest first. */
export function listChains(folder: string): BackupChain[] {
  const chains: { base: string; changes: string[] }[] = [];
  for (const name of listPointNames(folder)) {
    const path = join(folder, name);
    if (!isChangesFile(name)) chains.push({ base: path, changes: [] });
    // Changes without a complete backup before them restore nothing.
    else chains.at(-1)?.changes.push(path);
  }
  return chains;
}

/** Identity of a complete backup; null if changes cannot continue it. */
export const readBackupHead = (path: string): BackupHead | null => readFrom(path, getBackupHead);

/** The newest restore point, if the database continues it and has the same schema; else null. */
export function findContinuedHead(folder: string, databasePath: string): BackupHead | null {
  const chain = listChains(folder).at(-1);
  if (!chain || !hasSameSchema(chain.base, databasePath)) return null;
  const newest = chain.changes.at(-1);
  const head = newest === undefined ? readBackupHead(chain.base) : readChangesInfo(newest).to;
  return head && containsHead(databasePath, head) ? head : null;
}

const hasSameSchema = (a: string, b: string): boolean => readSchema(a) === readSchema(b);

/** Newest migration of a database. */
export const readSchema = (path: string): string =>
  readFrom(path, (db) =>
    String(db.$client.prepare('SELECT max(created_at) FROM __drizzle_migrations').pluck().get()),
  );

export const containsHead = (path: string, head: LogHead): boolean =>
  readFrom(path, (db) => prepareFindEventHash(db)(head.seq) === head.hash);

function readFrom<T>(path: string, read: (db: Database) => T): T {
  const db = openDatabase(path, { readonly: true });
  try {
    return read(db);
  } finally {
    closeDatabase(db);
  }
}
