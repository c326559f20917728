// Backup and restore: backups are complete and audited; a restore is all or nothing.
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { auditFile } from '../../app/programs/books/audit-file';
import { backupProgram } from '../../app/programs/books/backup-program';
import { createBackup } from '../../app/programs/books/create-backup';
import { restoreProgram } from '../../app/programs/books/restore-program';
import { prepareFindEventHash } from '../../app/models/log/log.server';
import { getMeta, saveMeta } from '../../app/models/log/meta.server';
import { recoverState } from '../../app/models/log/recovery.server';
import { applyRecord } from '../../app/trading/engine/apply-record';
import { type Database, closeDatabase, openDatabase } from '../../db/client.server';
import { acquireLock } from '../../db/lock.server';
import { createEmptyDatabase, openTestJournal } from '../support/test-database';
import { runCaptured } from '../support/run-captured';
import { createTradedDesk } from '../support/scripted-trader';
import { tamperWith } from '../support/tampering';

const START = new Date('2026-11-21T14:30:00Z');

function createTradedDatabase(steps = 80) {
  const books = createEmptyDatabase();
  const desk = createTradedDesk(openTestJournal(books.db), steps, 11);
  return { ...books, desk, folder: join(books.dataDir, 'backups') };
}

const readHead = (path: string) => auditFile(path).head;

/** Appends a record, as on a second trading day. */
const appendRecord = (db: Database, seed: number) => {
  const { state } = recoverState(db, applyRecord);
  const record = {
    seq: state.logSeq + 1,
    userId: null,
    bookId: null,
    type: 'TradingHalted',
    payload: { reason: `day ${seed}` },
    causeSeq: null,
    atMs: state.nowMs,
  } as const;
  openTestJournal(db).commit({
    records: [record],
    results: [],
    state: applyRecord(state, record),
    orders: [],
    positions: [],
  });
};

afterEach(() => void vi.useRealTimers());

describe('npm run backup', () => {
  it('creates one private file that passes its audit and contains the whole log', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] });
    const { dataDir, folder, desk } = createTradedDatabase();
    const { code, printed } = await runCaptured(backupProgram, '--data-dir', dataDir);
    expect({ code, printed }).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/audit passed/) as string,
    });
    expect(readdirSync(folder).sort()).toEqual([
      'audit-state.bin',
      'frontmonth-20261121T143000Z.db',
    ]);
    const file = join(folder, 'frontmonth-20261121T143000Z.db');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(auditFile(file)).toMatchObject({ hasPassed: true, records: desk.state.logSeq });
  });

  it('contains a prefix of the log when taken during trading', async () => {
    const { db, path, folder } = createTradedDatabase(20);
    const allCommits = createTradedDesk(null, 320, 11).commits;
    const journal = openTestJournal(db);
    const done = allCommits.findIndex((commit) => commit.state.logSeq === journal.head().seq) + 1;
    const heads: number[] = [];
    for (let index = done; index < allCommits.length; index += 60) {
      const file = `${folder}-${index}.db`;
      const pendingBackup = createBackup(path, file);
      for (const commit of allCommits.slice(index, index + 60)) {
        journal.commit(commit);
        if (index % 7 === 0) await new Promise(setImmediate);
      }
      expect((await pendingBackup).hasPassed).toBe(true);
      const head = readHead(file);
      expect(prepareFindEventHash(db)(head.seq)).toBe(head.hash);
      heads.push(head.seq);
    }
    expect(heads.length).toBe(5);
    expect([...heads].sort((a, b) => a - b)).toEqual(heads);
  });

  it('keeps the newest N backups and other files', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] });
    const { dataDir, folder } = createTradedDatabase(5);
    await runCaptured(backupProgram, '--data-dir', dataDir);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    for (let hour = 1; hour <= 4; hour += 1) {
      vi.setSystemTime(START.getTime() + hour * 3_600_000);
      await runCaptured(backupProgram, '--data-dir', dataDir, '--keep', '2');
    }
    expect(readdirSync(folder).sort()).toEqual([
      'audit-state.bin',
      'frontmonth-20261121T173000Z.db',
      'frontmonth-20261121T183000Z.changes',
      'notes.txt',
    ]);
  });

  it('saves no backup that fails its audit, and reports the difference', async () => {
    const { db, dataDir, folder } = createTradedDatabase();
    db.$client.exec('UPDATE book SET won = won - 1, closed = closed + 0 WHERE won > 0');
    const { code, printed } = await runCaptured(backupProgram, '--data-dir', dataDir);
    expect(code).toBe(1);
    expect(printed).toMatch(/No backup saved, the audit FAILED: .*book .*won: stored/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [['--keep', '0'], /--keep must be an integer from 1/],
    [['somewhere.db'], /set the target with --to FILE/],
    [['--data-dir', 'nowhere-at-all'], /No database at/],
  ])('explains the error: %s', async (args, reason) => {
    expect(await runCaptured(backupProgram, ...args)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(reason) as string,
    });
  });

  it('never overwrites a file', async () => {
    const { dataDir } = createTradedDatabase(3);
    const to = join(dataDir, 'mine.db');
    writeFileSync(to, 'mine');
    expect(await runCaptured(backupProgram, '--data-dir', dataDir, '--to', to)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/exists already/) as string,
    });
    expect(readFileSync(to, 'utf8')).toBe('mine');
  });
});

describe('npm run restore', () => {
  async function createBackupAndTrade() {
    const books = createTradedDatabase();
    saveMeta(books.db, 'id_seed', 'before');
    const file = join(books.dataDir, 'safe.db');
    await createBackup(books.path, file);
    const head = readHead(file);
    appendRecord(books.db, 2);
    const laterHead = readHead(books.path);
    closeDatabase(books.db);
    return { ...books, file, head, laterHead };
  }
  const listReplaced = (dataDir: string) =>
    readdirSync(dataDir).filter(
      (name) => name.startsWith('frontmonth-replaced-') && name.endsWith('.db'),
    );

  it('replaces the database, keeps the old one, and allows further trading', async () => {
    const { file, dataDir, path, head, laterHead } = await createBackupAndTrade();
    const { code, printed } = await runCaptured(restoreProgram, file, '--data-dir', dataDir);
    expect({ code, printed }).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/Restored .*Old database:/) as string,
    });
    expect(readHead(path)).toEqual(head);
    const [aside] = listReplaced(dataDir);
    expect(readHead(join(dataDir, aside ?? ''))).toEqual(laterHead);
    expect([path, join(dataDir, aside ?? '')].map((each) => statSync(each).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
    const db = openDatabase(path);
    expect(getMeta(db, 'id_seed')).toBeNull();
    appendRecord(db, 3);
    closeDatabase(db);
    expect(auditFile(path)).toMatchObject({ hasPassed: true, records: head.seq + 1 });
  });

  it('leaves no temporary files', async () => {
    const { file, dataDir } = await createBackupAndTrade();
    await runCaptured(restoreProgram, file, '--data-dir', dataDir);
    const others = readdirSync(dataDir).filter(
      (name) =>
        !['frontmonth.db', 'frontmonth.lock', 'safe.db', ...listReplaced(dataDir)].includes(name),
    );
    expect(others).toEqual([]);
  });

  it('rejects a restore while the terminal runs', async () => {
    const { file, dataDir, path, laterHead } = await createBackupAndTrade();
    const lock = acquireLock(dataDir);
    const { code, printed } = await runCaptured(restoreProgram, file, '--data-dir', dataDir);
    lock.release();
    expect({ code, printed }).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/Another Frontmonth is using.*Nothing was changed/) as string,
    });
    expect(readHead(path)).toEqual(laterHead);
  });

  it('rejects a backup that fails its audit', async () => {
    const { file, dataDir, path, laterHead } = await createBackupAndTrade();
    const wrong = tamperWith(readFileSync(file), (raw) =>
      raw.exec(
        'UPDATE posting SET amount = amount + 1 WHERE event_seq = (SELECT max(event_seq) FROM posting)',
      ),
    );
    writeFileSync(file, wrong.serialize());
    const { code, printed } = await runCaptured(restoreProgram, file, '--data-dir', dataDir);
    expect({ code, printed }).toMatchObject({
      code: 1,
      printed: expect.stringMatching(
        /was not restored, its audit FAILED: .*posting .*amount: stored/,
      ) as string,
    });
    expect(readHead(path)).toEqual(laterHead);
    expect(listReplaced(dataDir)).toEqual([]);
  });

  it('replaces a damaged database and keeps its files', async () => {
    const { file, dataDir, path, head } = await createBackupAndTrade();
    writeFileSync(path, 'torn');
    writeFileSync(`${path}-wal`, 'torn as well');
    expect(await runCaptured(restoreProgram, file, '--data-dir', dataDir)).toMatchObject({
      code: 0,
    });
    expect(readHead(path)).toEqual(head);
    const [aside] = listReplaced(dataDir);
    expect(readFileSync(join(dataDir, aside ?? ''), 'utf8')).toBe('torn');
    expect(existsSync(`${join(dataDir, aside ?? '')}-wal`)).toBe(true);
  });

  it('restores into an empty data directory', async () => {
    const { file, head } = await createBackupAndTrade();
    const { dataDir } = createEmptyDatabase();
    const emptyFolder = join(dataDir, 'fresh');
    expect(await runCaptured(restoreProgram, file, '--data-dir', emptyFolder)).toMatchObject({
      code: 0,
    });
    expect(readHead(join(emptyFolder, 'frontmonth.db'))).toEqual(head);
  });

  it.each([
    [[], /Give the backup to restore/],
    [['nothing.db'], /No database at nothing.db/],
  ])('explains the error: %s', async (args, reason) => {
    expect(await runCaptured(restoreProgram, ...args)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(reason) as string,
    });
  });
});
