// Atomic copies of a database that may be in use.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { closeDatabase, openDatabase } from '../../../db/client.server';

const ALL_PAGES = 0x7fffffff;

/** Copies `from` to the new file `to` (mode 0600): one file without WAL, synced to disk. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  removeDatabase(to);
  closeSync(openSync(to, 'wx', 0o600));
  const source = openDatabase(from, { readonly: true });
  try {
    // One step: with smaller steps every commit restarts the SQLite backup.
    await source.$client.backup(to, { progress: () => ALL_PAGES });
  } finally {
    closeDatabase(source);
  }
  const copy = openDatabase(to);
  copy.$client.pragma('journal_mode = DELETE');
  closeDatabase(copy);
  syncPath(to);
}

/** Removes a database file with its SQLite side files. */
export function removeDatabase(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`])
    rmSync(file, { force: true });
}

/** Atomic rename, synced to disk. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncPath(dirname(to));
}

/** Syncs a file or a folder's entries to disk. */
export function syncPath(path: string): void {
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** UTC timestamp for file names: 20261121T143000Z. */
export const formatStamp = (atMs: number): string =>
  `${new Date(atMs).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
