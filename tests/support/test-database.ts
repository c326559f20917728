// Migrated test databases in temporary directories.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type StoredJournal, openJournal } from '../../app/models/log/journal.server';
import {
  type Database,
  closeDatabase,
  prepareDatabasePath,
  openDatabase,
} from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';

export const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');
export const WALL_MS = 1_795_000_000_000;

export function createScratchDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'frontmonth-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** An empty, migrated database in a file. */
export function createEmptyDatabase(dataDir: string = createScratchDir()): {
  db: Database;
  path: string;
  dataDir: string;
} {
  const path = prepareDatabasePath(dataDir);
  const db = openDatabase(path);
  onTestFinished(() => closeDatabase(db));
  migrateDatabase(db, MIGRATIONS);
  return { db, path, dataDir };
}

export const openTestJournal = (db: Database): StoredJournal =>
  openJournal(db, { wallMs: () => WALL_MS, codeVersion: 'test' });
