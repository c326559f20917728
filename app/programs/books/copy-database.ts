// Copies of a database that are whole or not there: taken in one step from a desk that goes on
// trading.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { closeDatabase, openDatabase } from '../../../db/client.server';

const ALL_PAGES = 0x7fffffff;

/**
 * Copies the database at `from` to the new file `to`, for its owner alone: one file without
 * companions, on disk when this returns.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  removeDatabase(to);
  closeSync(openSync(to, 'wx', 0o600));
  const source = openDatabase(from, { readonly: true });
  try {
    // All pages in one step: in smaller ones each commit of the desk would make SQLite begin again.
    await source.$client.backup(to, { progress: () => ALL_PAGES });
  } finally {
    closeDatabase(source);
  }
  const copy = openDatabase(to);
  copy.$client.pragma('journal_mode = DELETE');
  closeDatabase(copy);
  syncPath(to);
}

/** Removes a database file and what SQLite may have left beside it. */
export function removeDatabase(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`])
    rmSync(file, { force: true });
}

/**
 * Renames a finished file into its place; after a crash there is the old file or the new one, never
 * half of one.
 */
export function putInPlace(from: string, to: string): void {
  renameSync(from, to);
  syncPath(dirname(to));
}

/** Waits until a file or the names in a folder are on disk. */
export function syncPath(path: string): void {
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A moment as part of a file name: 20261121T143000Z. */
export const formatStamp = (atMs: number): string =>
  `${new Date(atMs).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
