// npm run backup -- --to FOLDER: the same restore points as in the default folder, encrypted if a
// key is given.
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyDatabase } from '../../app/programs/books/copy-database';
import { createUser } from '../../app/models/account/user.server';
import { lockFile } from '../../db/lock.server';
import { readTables } from '../support/database-rows';
import { BACKUP_MS, createPartedDatabase, restoreInto, saveBackup } from '../support/parted-desk';
import { createScratchDir } from '../support/test-database';

function createKeyFile(): string {
  const path = join(createScratchDir(), 'backup.key');
  writeFileSync(path, randomBytes(32));
  return path;
}

/** A desk with a place for its backups and the arguments that name it. */
function createDesk(parts: number) {
  const desk = createPartedDatabase(parts);
  const [folder, key] = [join(createScratchDir(), 'mounted'), createKeyFile()];
  return { ...desk, folder, key, to: ['--to', folder, '--key-file', key] as const };
}

const listFiles = (folder: string): string[] => readdirSync(folder).sort();

afterEach(() => void vi.useRealTimers());

describe('encrypted backups in a folder', () => {
  it('restore every point exactly as a complete copy', async () => {
    const PARTS = 4;
    const { db, path, dataDir, folder, key, to, storePart } = createDesk(PARTS);
    for (let part = 0; part < PARTS; part += 1) {
      storePart();
      createUser(db, `user-${part}`, 'a secret hash', BACKUP_MS);
      expect(await saveBackup(dataDir, part, ...to)).toMatchObject({ code: 0 });
      await copyDatabase(path, join(dataDir, `copy-${part}.db`));
    }
    const names = listFiles(folder);
    expect(names).toEqual([
      'frontmonth-20261121T143000Z.db.enc',
      'frontmonth-20261121T153000Z.changes.enc',
      'frontmonth-20261121T163000Z.changes.enc',
      'frontmonth-20261121T173000Z.changes.enc',
    ]);
    for (const [part, name] of names.entries()) {
      const file = join(folder, name);
      expect(readFileSync(file).includes('a secret hash')).toBe(false);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const restored = await restoreInto('point', file, '--key-file', key);
      expect(restored).toMatchObject({ code: 0 });
      expect(readTables(restored.path)).toEqual(readTables(join(dataDir, `copy-${part}.db`)));
      expect(listFiles(restored.dataDir)).toEqual(['frontmonth.db', 'frontmonth.lock']);
    }
    const newest = await restoreInto('newest', folder, '--key-file', key);
    expect(readTables(newest.path)).toEqual(readTables(path));
    expect(existsSync(join(dataDir, 'outgoing'))).toBe(false);
  });

  it('are complete again after N points, and older ones go when newer ones suffice', async () => {
    const { dataDir, folder, key, to, storePart } = createDesk(7);
    const kinds: string[][] = [];
    for (let part = 0; part < 7; part += 1) {
      storePart();
      expect(await saveBackup(dataDir, part, ...to, '--keep', '3')).toMatchObject({ code: 0 });
      kinds.push(listFiles(folder).map((name) => name.split('.')[1] ?? ''));
    }
    const series = ['db', 'changes', 'changes'];
    expect(kinds.slice(2)).toEqual([
      series,
      [...series, 'db'],
      [...series, 'db', 'changes'],
      series,
      [...series, 'db'],
    ]);
    for (const name of listFiles(folder))
      expect(await restoreInto('kept', join(folder, name), '--key-file', key)).toMatchObject({
        code: 0,
      });
  });

  it('write nothing with another key, or when the audit fails', async () => {
    const { db, dataDir, folder, to, storePart } = createDesk(2);
    storePart();
    await saveBackup(dataDir, 0, ...to);
    const before = listFiles(folder);
    expect(
      await saveBackup(dataDir, 1, '--to', folder, '--key-file', createKeyFile()),
    ).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/does not open with this key/) as string,
    });
    storePart();
    db.$client.exec('UPDATE book SET won = won - 1 WHERE won > 0');
    expect(await saveBackup(dataDir, 1, ...to)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/No backup saved, the audit FAILED/) as string,
    });
    expect(listFiles(folder)).toEqual(before);
  });

  it('do not count what a crash left', async () => {
    const { dataDir, folder, key, to, storePart } = createDesk(2);
    storePart();
    await saveBackup(dataDir, 0, ...to);
    writeFileSync(join(folder, 'frontmonth-20261121T150000Z.changes.enc.partial'), 'half');
    mkdirSync(join(dataDir, 'outgoing'));
    writeFileSync(join(dataDir, 'outgoing', 'point.changes'), 'half');
    storePart();
    expect(await saveBackup(dataDir, 1, ...to)).toMatchObject({ code: 0 });
    expect(listFiles(folder)).toEqual([
      'frontmonth-20261121T143000Z.db.enc',
      'frontmonth-20261121T153000Z.changes.enc',
    ]);
    expect(await restoreInto('whole', folder, '--key-file', key)).toMatchObject({ code: 0 });
  });

  it('are restored only as a whole and under their names', async () => {
    const { dataDir, folder, key, to, storePart } = createDesk(3);
    for (let part = 0; part < 3; part += 1) {
      storePart();
      await saveBackup(dataDir, part, ...to);
    }
    const [base = '', second = '', third = ''] = listFiles(folder).map((name) =>
      join(folder, name),
    );
    const expectFault = async (args: string[], reason: RegExp) => {
      const { code, printed, path } = await restoreInto('rejected', ...args);
      expect({ code, printed }).toMatchObject({
        code: 1,
        printed: expect.stringMatching(reason) as string,
      });
      expect(existsSync(path)).toBe(false);
    };
    await expectFault([base], /are encrypted. Add --key-file FILE/);
    await expectFault([folder], /are encrypted. Add --key-file FILE/);
    await expectFault([folder, '--key-file', createKeyFile()], /does not open with this key/);
    await expectFault([join(dataDir, 'frontmonth.db'), '--key-file', key], /Leave --key-file out/);
    const bytes = readFileSync(second);
    writeFileSync(second, bytes.subarray(0, bytes.length - 100));
    await expectFault([third, '--key-file', key], /153000Z.changes.enc is damaged|is cut off/);
    copyFileSync(third, second);
    await expectFault(
      [third, '--key-file', key],
      /is frontmonth-.*163000Z.changes.enc under another/,
    );
    rmSync(second);
    await expectFault([third, '--key-file', key], /does not continue the backup before it/);
    renameSync(base, join(folder, 'other'));
    await expectFault([third, '--key-file', key], /continues a complete backup/);
  });

  it('wait for one another, and for a clock that is behind', async () => {
    const { dataDir, to, storePart } = createDesk(1);
    storePart();
    const lock = lockFile(join(dataDir, 'backup.lock'), 0);
    expect(await saveBackup(dataDir, 1, ...to)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/Another backup is being written/) as string,
    });
    lock?.release();
    expect(await saveBackup(dataDir, 1, ...to)).toMatchObject({ code: 0 });
    expect(await saveBackup(dataDir, 0, ...to)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/is not older than this moment/) as string,
    });
  });
});

describe('backups in a folder without a key', () => {
  it('are those of the default folder', async () => {
    const { path, dataDir, folder, storePart } = createDesk(2);
    for (let part = 0; part < 2; part += 1) {
      storePart();
      expect(await saveBackup(dataDir, part, '--to', folder)).toMatchObject({ code: 0 });
    }
    expect(listFiles(folder).filter((name) => name.startsWith('frontmonth-'))).toEqual([
      'frontmonth-20261121T143000Z.db',
      'frontmonth-20261121T153000Z.changes',
    ]);
    const restored = await restoreInto('plain', folder);
    expect(readTables(restored.path)).toEqual(readTables(path));
  });

  it.each([
    ['a missing parent', () => ['--to', '/nowhere/at/all'], /cannot be created \(ENOENT\)/],
    ['a key without a place', () => ['--key-file', createKeyFile()], /add --to FOLDER/],
    [
      'a key for a single file',
      () => ['--to', join(createScratchDir(), 'x.db'), '--key-file', createKeyFile()],
      /give a folder with --to, not a file/,
    ],
    [
      'a key beside the backups',
      () => {
        const key = createKeyFile();
        return ['--to', join(key, '..'), '--key-file', key];
      },
      /lies in the folder of the backups/,
    ],
    [
      'a missing key',
      () => ['--to', createScratchDir(), '--key-file', '/nowhere'],
      /cannot be read/,
    ],
  ])('explain %s', async (_name, createArgs, reason) => {
    const { dataDir, storePart } = createDesk(1);
    storePart();
    expect(await saveBackup(dataDir, 0, ...createArgs())).toMatchObject({
      code: 1,
      printed: expect.stringMatching(reason) as string,
    });
  });

  it('do not share a folder with encrypted ones', async () => {
    const { dataDir, folder, to, storePart } = createDesk(1);
    storePart();
    const expectFault = async (args: readonly string[], reason: RegExp) =>
      expect(await saveBackup(dataDir, 1, ...args)).toMatchObject({
        code: 1,
        printed: expect.stringMatching(reason) as string,
      });
    await saveBackup(dataDir, 0, ...to);
    await expectFault(['--to', folder], /has encrypted backups. Add --key-file/);
    rmSync(folder, { recursive: true });
    await saveBackup(dataDir, 0, '--to', folder);
    await expectFault(to, /has backups that are not encrypted/);
  });
});
