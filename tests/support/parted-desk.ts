// Backups and restores of a desk that trades in parts.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { saveCheckpoint } from '../../app/models/log/recovery.server';
import { backupProgram } from '../../app/programs/books/backup-program';
import { restoreProgram } from '../../app/programs/books/restore-program';
import { HOUR_MS } from '../../app/trading/domain/time';
import { createEmptyDatabase, createScratchDir, openTestJournal } from './test-database';
import { runCaptured } from './run-captured';
import { createTradedDesk } from './scripted-trader';

export const BACKUP_MS = Date.UTC(2026, 10, 21, 14, 30);

/** A traded database that stores one part of its commits after the other. */
export function createPartedDatabase(parts: number) {
  const { db, path, dataDir } = createEmptyDatabase();
  const { commits } = createTradedDesk(openTestJournal(createEmptyDatabase().db), 240, 11);
  const journal = openTestJournal(db);
  const size = Math.ceil(commits.length / parts);
  let part = 0;
  return {
    db,
    path,
    dataDir,
    folder: join(dataDir, 'backups'),
    commits,
    storePart() {
      const stored = commits.slice(part * size, (part + 1) * size);
      for (const commit of stored) journal.commit(commit);
      part += 1;
      const { state } = stored.at(-1) ?? {};
      if (state) saveCheckpoint(db, state, journal.head());
    },
  };
}

/** Runs the backup program some hours after `BACKUP_MS`. */
export const saveBackup = (dataDir: string, hour: number, ...args: string[]) => {
  vi.useFakeTimers({ now: BACKUP_MS + hour * HOUR_MS, toFake: ['Date'] });
  return runCaptured(backupProgram, '--data-dir', dataDir, ...args);
};

export const listBackups = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('frontmonth-'))
    .sort()
    .map((name) => join(folder, name));
export const findNewest = (folder: string): string => listBackups(folder).at(-1) ?? '';

/** Restores into a new data directory. */
export async function restoreInto(name: string, ...args: string[]) {
  const dataDir = join(createScratchDir(), name);
  const result = await runCaptured(restoreProgram, ...args, '--data-dir', dataDir);
  return { ...result, dataDir, path: join(dataDir, 'frontmonth.db') };
}
