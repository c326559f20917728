// Databases for tests: migrated, in a directory of their own that is gone afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type StoredJournal, openJournal } from '../../app/models/log/journal.server';
import { type Database, closeDatabase, databasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';

export const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');
export const WALL_MS = 1_795_000_000_000;

export function scratchDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'frontmonth-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** An empty, migrated database in a file. */
export function emptyBooks(dataDir: string = scratchDir()): {
  db: Database;
  path: string;
  dataDir: string;
} {
  const path = databasePath(dataDir);
  const db = openDatabase(path);
  onTestFinished(() => closeDatabase(db));
  migrateDatabase(db, MIGRATIONS);
  return { db, path, dataDir };
}

export const testJournal = (db: Database): StoredJournal =>
  openJournal(db, { wallMs: () => WALL_MS, codeVersion: 'test' });
