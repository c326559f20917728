// Backups of what changed: each restore point restores exactly what a complete copy holds.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BACKUP_RULES } from '../../app/programs/books/backup-tables';
import { limitRestorePoints } from '../../app/programs/books/fold-oldest';
import { copyDatabase } from '../../app/programs/books/copy-database';
import { thinSnapshots } from '../../app/models/log/snapshot.server';
import { createUser } from '../../app/models/account/user.server';
import { DAY_MS } from '../../app/trading/domain/time';
import { type Database, closeDatabase, openDatabase } from '../../db/client.server';
import { listTables, readTables } from '../support/database-rows';
import {
  BACKUP_MS,
  createPartedDatabase,
  findNewest,
  listBackups,
  restoreInto,
  saveBackup,
} from '../support/parted-desk';
import { createEmptyDatabase } from '../support/test-database';

/** Rows that are stored later than the record and the day that they state. */
function addLateRows(db: Database, part: number): void {
  const { seq, atMs, bookId, userId, capital } = db.$client
    .prepare<
      [],
      { seq: number; atMs: number; bookId: string; userId: string; capital: number }
    >("SELECT seq, at_ms AS atMs, book_id AS bookId, user_id AS userId, payload ->> 'capitalMills' AS capital FROM event WHERE type = 'BookOpened'")
    .get()!;
  db.$client
    .prepare("INSERT INTO minute_value VALUES (?, ?, 1, ?, ?, ?, '{}')")
    .run(userId, bookId, atMs + part, seq, capital);
  db.$client
    .prepare("INSERT INTO twin_day VALUES (?, ?, 1, 'OWN', ?, 0, 0, 0)")
    .run(userId, bookId, `2010-01-0${part + 1}`);
}

afterEach(() => void vi.useRealTimers());

describe('a backup of changes', () => {
  it('has a rule for every table', () => {
    const { db } = createEmptyDatabase();
    const tables = [...listTables(db), '__drizzle_migrations'];
    expect([...new Set(tables)].sort()).toEqual(Object.keys(BACKUP_RULES).sort());
  });

  it('restores every point exactly as a complete copy', async () => {
    const PARTS = 6;
    const { db, path, dataDir, folder, storePart } = createPartedDatabase(PARTS);
    const points: { readonly file: string; readonly copy: string }[] = [];
    for (let part = 0; part < PARTS; part += 1) {
      storePart();
      createUser(db, `user-${part}`, 'hash', BACKUP_MS);
      addLateRows(db, part);
      if (part > 2) thinSnapshots(db, BACKUP_MS + part * 400 * DAY_MS);
      expect(await saveBackup(dataDir, part)).toMatchObject({ code: 0 });
      const copy = join(dataDir, `copy-${part}.db`);
      await copyDatabase(path, copy);
      points.push({ file: findNewest(folder), copy });
    }
    expect(points.map(({ file }) => file.split('.').pop())).toEqual([
      'db',
      ...Array.from({ length: PARTS - 1 }, () => 'changes'),
    ]);
    for (const [index, { file, copy }] of points.entries()) {
      const restored = await restoreInto(`point-${index}`, file);
      expect(restored).toMatchObject({ code: 0 });
      expect(readTables(restored.path)).toEqual(readTables(copy));
    }
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
  });

  it('has what changed without a record, and is taken up like any other', async () => {
    const { db, path, dataDir, folder, storePart } = createPartedDatabase(2);
    storePart();
    await saveBackup(dataDir, 0);
    createUser(db, 'later', 'hash', BACKUP_MS);
    expect(await saveBackup(dataDir, 1)).toMatchObject({ code: 0 });
    const copy = join(dataDir, 'copy.db');
    await copyDatabase(path, copy);
    const restored = await restoreInto('no-record', findNewest(folder));
    expect(restored).toMatchObject({ code: 0 });
    expect(readTables(restored.path)).toEqual(readTables(copy));
    expect(await saveBackup(dataDir, 2, '--keep', '2')).toMatchObject({ code: 0 });
    const base = join(folder, 'frontmonth-20261121T153000Z.db');
    expect(readTables(base)).toEqual(readTables(copy));
  });

  it('follows the rules by which it was written, also in a version with other tables', async () => {
    const { dataDir, folder, storePart } = createPartedDatabase(2);
    storePart();
    await saveBackup(dataDir, 0);
    storePart();
    await saveBackup(dataDir, 1);
    const [changes = '', base = ''] = [findNewest(folder), listBackups(folder)[0]];
    // As if an earlier version had written both, without the table of operator requests.
    for (const file of [base, changes]) {
      const raw = openDatabase(file);
      raw.$client.exec('DROP TABLE operator_request');
      raw.$client.pragma('journal_mode = DELETE');
      closeDatabase(raw);
    }
    const raw = openDatabase(changes);
    raw.$client.exec("UPDATE info SET info = json_remove(info, '$.rules.operator_request')");
    raw.$client.pragma('journal_mode = DELETE');
    closeDatabase(raw);
    expect(await restoreInto('earlier', changes)).toMatchObject({ code: 0 });
    expect(limitRestorePoints(folder, 1)).toEqual([base]);
  });

  it('keeps the newest N restore points: the complete backup takes up the oldest changes', async () => {
    const { path, dataDir, folder, storePart } = createPartedDatabase(5);
    const copies: string[] = [];
    for (let part = 0; part < 5; part += 1) {
      storePart();
      expect(await saveBackup(dataDir, part, '--keep', '3')).toMatchObject({ code: 0 });
      const copy = join(dataDir, `copy-${part}.db`);
      await copyDatabase(path, copy);
      copies.push(copy);
    }
    const names = readdirSync(folder).filter((name) => name.startsWith('frontmonth-'));
    expect(names.sort()).toEqual([
      'frontmonth-20261121T163000Z.db',
      'frontmonth-20261121T173000Z.changes',
      'frontmonth-20261121T183000Z.changes',
    ]);
    for (const [index, name] of names.entries()) {
      const restored = await restoreInto(`kept-${index}`, join(folder, name));
      expect(restored).toMatchObject({ code: 0 });
      expect(readTables(restored.path)).toEqual(readTables(copies[index + 2] ?? ''));
    }
  });

  it('continues after a crash between taking up changes and the new name', async () => {
    const { dataDir, folder, storePart } = createPartedDatabase(4);
    for (let part = 0; part < 3; part += 1) {
      storePart();
      await saveBackup(dataDir, part);
    }
    const changes = join(folder, 'frontmonth-20261121T153000Z.changes');
    copyFileSync(changes, join(dataDir, 'saved'));
    expect(await saveBackup(dataDir, 3, '--keep', '3')).toMatchObject({ code: 0 });
    // As if the crash had come before the changes were removed and the base got its name.
    copyFileSync(
      join(folder, 'frontmonth-20261121T153000Z.db'),
      join(folder, 'frontmonth-20261121T143000Z.db'),
    );
    copyFileSync(join(dataDir, 'saved'), changes);
    rmSync(join(folder, 'frontmonth-20261121T153000Z.db'));
    const newest = join(folder, 'frontmonth-20261121T173000Z.changes');
    expect(await restoreInto('after-crash', newest)).toMatchObject({ code: 0 });
    storePart();
    expect(await saveBackup(dataDir, 4, '--keep', '3')).toMatchObject({ code: 0 });
    expect(existsSync(changes)).toBe(false);
  });

  it('is complete where the database does not continue the last one', async () => {
    const first = createPartedDatabase(2);
    first.storePart();
    await saveBackup(first.dataDir, 0);
    // An earlier state of the same desk, as after a restore of another backup.
    const second = createPartedDatabase(4);
    second.storePart();
    mkdirSync(second.folder);
    const earlier = 'frontmonth-20261121T143000Z.db';
    copyFileSync(join(first.folder, earlier), join(second.folder, earlier));
    expect(await saveBackup(second.dataDir, 1)).toMatchObject({ code: 0 });
    expect(findNewest(second.folder)).toMatch(/T153000Z\.db$/);
    second.storePart();
    expect(await saveBackup(second.dataDir, 2)).toMatchObject({ code: 0 });
    expect(findNewest(second.folder)).toMatch(/T163000Z\.changes$/);
    expect(await restoreInto('second', findNewest(second.folder))).toMatchObject({ code: 0 });
  });

  it('saves nothing when the audit of the new records fails', async () => {
    const { db, dataDir, folder, storePart } = createPartedDatabase(2);
    storePart();
    await saveBackup(dataDir, 0);
    storePart();
    db.$client.exec('UPDATE book SET won = won - 1 WHERE won > 0');
    expect(await saveBackup(dataDir, 1)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/No backup saved, the audit FAILED/) as string,
    });
    expect(findNewest(folder)).toMatch(/T143000Z\.db$/);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('explains a missing part and a file that is no backup', async () => {
    const { dataDir, folder, storePart } = createPartedDatabase(3);
    for (let part = 0; part < 3; part += 1) {
      storePart();
      await saveBackup(dataDir, part);
    }
    rmSync(join(folder, 'frontmonth-20261121T153000Z.changes'));
    const newest = join(folder, 'frontmonth-20261121T163000Z.changes');
    expect(await restoreInto('missing', newest)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/does not continue the backup before it/) as string,
    });
    const lonely = join(dataDir, 'frontmonth-20261121T163000Z.changes');
    copyFileSync(newest, lonely);
    expect(await restoreInto('lonely', lonely)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/continues a complete backup/) as string,
    });
    writeFileSync(newest, 'torn');
    expect(await restoreInto('torn', newest)).toMatchObject({ code: 1 });
  });
});
