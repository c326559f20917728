// npm run restore -- --at TIME: the state at a moment, from the backup that comes next after it.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { auditFile } from '../../app/programs/books/audit-file';
import { parseRestoreTime } from '../../app/programs/books/restore-time';
import { restoreProgram } from '../../app/programs/books/restore-program';
import { createUser } from '../../app/models/account/user.server';
import { closeDatabase, openDatabase } from '../../db/client.server';
import { acquireLock } from '../../db/lock.server';
import { readTables } from '../support/database-rows';
import {
  BACKUP_MS,
  createPartedDatabase,
  listBackups,
  restoreInto,
  saveBackup,
} from '../support/parted-desk';
import { runCaptured } from '../support/run-captured';

const PARTS = 3;

/** A desk with a backup after each part but the last, and a user that is new in each backup. */
async function createBackedUpDesk() {
  const desk = createPartedDatabase(PARTS);
  const ends: number[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    desk.storePart();
    createUser(desk.db, `user-${part}`, 'hash', BACKUP_MS);
    ends.push(readEnd(desk.path).atMs);
    if (part < PARTS - 1) await saveBackup(desk.dataDir, part);
  }
  return { ...desk, ends };
}

function readEnd(path: string): { seq: number; atMs: number } {
  const db = openDatabase(path, { readonly: true });
  try {
    return db.$client
      .prepare<
        [],
        { seq: number; atMs: number }
      >('SELECT seq, at_ms AS atMs FROM event ORDER BY seq DESC LIMIT 1')
      .get()!;
  } finally {
    closeDatabase(db);
  }
}

const toText = (atMs: number): string => new Date(atMs).toISOString();
const countUsers = (path: string): number => readTables(path)['user']?.length ?? 0;

afterEach(() => void vi.useRealTimers());

describe('a restore of a moment', () => {
  it('uses the next backup after it, and the database after the last backup', async () => {
    const { dataDir, path, folder, ends } = await createBackedUpDesk();
    const moments = [ends[0]! - 1, ends[1]! - 1, ends[2]! - 1];
    const [base = '', changes = ''] = listBackups(folder);
    const sources = [base, changes, path];
    for (const [index, atMs] of moments.entries()) {
      const { code, printed } = await runCaptured(
        restoreProgram,
        '--at',
        toText(atMs),
        '--data-dir',
        dataDir,
      );
      const end = readEnd(path);
      expect({ code, printed }).toMatchObject({ code: 0 });
      expect(printed).toContain(`Restored ${sources[index]}:`);
      expect(printed).toContain(`The log ends at record ${end.seq}, ${toText(end.atMs)}.`);
      expect(end.atMs).toBeLessThanOrEqual(atMs);
      expect(auditFile(path)).toMatchObject({ hasPassed: true, records: end.seq });
      // Users are those of the backup that was used.
      expect(countUsers(path)).toBe(index + 1);
      if (index < 2) await restoreNewest(dataDir, path);
    }

    /** The whole log again, as it was before the restore. */
    async function restoreNewest(dir: string, to: string): Promise<void> {
      const replaced = listBackups(dir).find((name) => name.includes('replaced'))!;
      expect(await runCaptured(restoreProgram, replaced, '--data-dir', dir)).toMatchObject({
        code: 0,
      });
      for (const name of listBackups(dir)) if (name.includes('replaced')) rmSync(name);
      expect(readEnd(to).atMs).toBe(ends[2]);
    }
  });

  it('takes a file or a folder and another data directory, and leaves the source as it is', async () => {
    const { dataDir, path, folder, ends } = await createBackedUpDesk();
    const before = readTables(path);
    const moment = toText(ends[0]! - 60_000);
    const fromFile = await restoreInto('file', path, '--at', moment);
    const fromFolder = await restoreInto('folder', folder, '--at', moment);
    expect([fromFile, fromFolder]).toMatchObject([{ code: 0 }, { code: 0 }]);
    const { user: _users, ...rows } = readTables(fromFile.path);
    expect(readTables(fromFolder.path)).toMatchObject(rows);
    expect([countUsers(fromFile.path), countUsers(fromFolder.path)]).toEqual([3, 1]);
    expect(readTables(path)).toEqual(before);
    const newest = await restoreInto('newest', folder);
    expect(newest).toMatchObject({ code: 0 });
    expect(readEnd(newest.path).atMs).toBe(ends[1]);
    expect(dataDir).not.toBe(newest.dataDir);
  });

  it('prints the last record as JSON', async () => {
    const { path, ends } = await createBackedUpDesk();
    const { printed } = await restoreInto('json', path, '--json', '--at', toText(ends[1]!));
    expect(JSON.parse(printed)).toMatchObject({
      isRight: true,
      aside: null,
      endedAt: { at: toText(ends[1]!) },
    });
  });

  it('changes nothing while the server runs, or when the audit fails', async () => {
    const { db, dataDir, path, ends } = await createBackedUpDesk();
    const args = ['--at', toText(ends[2]! - 1), '--data-dir', dataDir] as const;
    const before = readTables(path);
    const lock = acquireLock(dataDir);
    expect(await runCaptured(restoreProgram, ...args)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/Another Frontmonth is using/) as string,
    });
    lock.release();
    expect(readTables(path)).toEqual(before);
    db.$client.exec("UPDATE command SET result = replace(result, 'true', 'false')");
    expect(await runCaptured(restoreProgram, ...args)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/was not restored, its audit FAILED/) as string,
    });
    expect(readEnd(path).atMs).toBe(ends[2]);
    expect(listBackups(dataDir).filter((name) => name.includes('replaced'))).toEqual([]);
  });

  it('explains a time that no backup reaches, or that is before the log', async () => {
    const { folder, dataDir } = await createBackedUpDesk();
    vi.useFakeTimers({ now: BACKUP_MS + 86_400_000, toFake: ['Date'] });
    const later = toText(BACKUP_MS + 10 * 3_600_000);
    expect(await restoreInto('late', folder, '--at', later)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(
        /No restore point in .* reaches 2026-11-22T00:30:00.000Z: the newest, frontmonth-20261121T153000Z.changes, ends at 2026-11-21T15:30/,
      ) as string,
    });
    expect(
      await runCaptured(restoreProgram, '--at', '2020-01-01T00:00Z', '--data-dir', dataDir),
    ).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/The log starts at 2026-11-02/) as string,
    });
    const empty = join(dataDir, 'nothing-here');
    expect(await runCaptured(restoreProgram, '--at', later, '--data-dir', empty)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/There are no restore points in/) as string,
    });
  });
});

describe('the time of a restore', () => {
  const NOW_MS = Date.UTC(2026, 10, 21, 14, 30);

  it.each([
    ['2026-11-21T14:30:00Z', NOW_MS],
    ['2026-11-21T09:30-05:00', NOW_MS],
    ['2026-11-21T14:29:59.999Z', NOW_MS - 1],
  ])('%s is a moment', (text, atMs) => {
    expect(parseRestoreTime(text, NOW_MS)).toBe(atMs);
  });

  it.each([
    ['yesterday', /needs a date and a time with Z for UTC or an offset/],
    ['2026-11-21T14:30:00', /needs a date and a time/],
    ['2026-02-30T14:30:00Z', /needs a date and a time/],
    ['2026-11-21', /needs a date and a time/],
    ['2026-11-21T14:30:01Z', /is in the future: it is 2026-11-21T14:30:00.000Z/],
  ])('%s is explained', (text, reason) => {
    expect(() => parseRestoreTime(text, NOW_MS)).toThrow(reason);
  });
});
