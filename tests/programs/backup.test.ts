// Backups: whole, audited, a true beginning of the log; restoring is all or nothing.
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { auditFile } from '../../app/programs/books/audit-file';
import { backupProgram, takeBackup } from '../../app/programs/books/backup-program';
import { restoreProgram } from '../../app/programs/books/restore-program';
import { getMeta, saveMeta } from '../../app/models/log/meta.server';
import { recoverState } from '../../app/models/log/recovery.server';
import { applyRecord } from '../../app/trading/engine/apply';
import { type Database, closeDatabase, openDatabase } from '../../db/client.server';
import { takeLock } from '../../db/lock.server';
import { emptyBooks, testJournal } from '../support/books';
import { runPrinted } from '../support/printed';
import { tradedDesk } from '../support/scripted-trader';
import { tampered } from '../support/tampering';

const START = new Date('2026-11-21T14:30:00Z');

function tradedBooks(steps = 80) {
  const books = emptyBooks();
  const desk = tradedDesk(testJournal(books.db), steps, 11);
  return { ...books, desk, folder: join(books.dataDir, 'backups') };
}

const buildHead = (path: string) => auditFile(path).head;

/** A second trading day, as if the desk went on. */
const tradeOn = (db: Database, seed: number) => {
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
  testJournal(db).commit({
    records: [record],
    results: [],
    state: applyRecord(state, record),
    orders: [],
    positions: [],
  });
};

afterEach(() => void vi.useRealTimers());

describe('npm run backup', () => {
  it('makes one private file that passes its audit and is the whole log', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] });
    const { dataDir, folder, desk } = tradedBooks();
    const { code, printed } = await runPrinted(backupProgram, '--data-dir', dataDir);
    expect({ code, printed }).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/audited and right/) as string,
    });
    expect(readdirSync(folder)).toEqual(['frontmonth-20261121T143000Z.db']);
    const file = join(folder, 'frontmonth-20261121T143000Z.db');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(auditFile(file)).toMatchObject({ isRight: true, records: desk.state.logSeq });
  });

  it('taken while the desk trades is a beginning of its log, every time', async () => {
    const { db, path, folder } = tradedBooks(20);
    const whole = tradedDesk(null, 320, 11).commits;
    const journal = testJournal(db);
    const done = whole.findIndex((commit) => commit.state.logSeq === journal.head().seq) + 1;
    const heads: number[] = [];
    for (let place = done; place < whole.length; place += 60) {
      const file = `${folder}-${place}.db`;
      const taking = takeBackup(path, file);
      for (const commit of whole.slice(place, place + 60)) {
        journal.commit(commit);
        if (place % 7 === 0) await new Promise(setImmediate);
      }
      expect((await taking).isRight).toBe(true);
      const head = buildHead(file);
      expect(db.$client.prepare('SELECT hash FROM event WHERE seq = ?').pluck().get(head.seq)).toBe(
        head.hash,
      );
      heads.push(head.seq);
    }
    expect(heads.length).toBe(5);
    expect([...heads].sort((a, b) => a - b)).toEqual(heads);
  });

  it('keeps the newest N and touches nothing else', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] });
    const { dataDir, folder } = tradedBooks(5);
    await runPrinted(backupProgram, '--data-dir', dataDir);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    for (let hour = 1; hour <= 4; hour += 1) {
      vi.setSystemTime(START.getTime() + hour * 3_600_000);
      await runPrinted(backupProgram, '--data-dir', dataDir, '--keep', '2');
    }
    expect(readdirSync(folder).sort()).toEqual([
      'frontmonth-20261121T173000Z.db',
      'frontmonth-20261121T183000Z.db',
      'notes.txt',
    ]);
  });

  it('of wrong books is not kept, and says what is wrong', async () => {
    const { db, dataDir, folder } = tradedBooks();
    db.$client.exec('UPDATE book SET won = won - 1, closed = closed + 0 WHERE won > 0');
    const { code, printed } = await runPrinted(backupProgram, '--data-dir', dataDir);
    expect(code).toBe(1);
    expect(printed).toMatch(
      /No backup was kept, because the books are WRONG: .*book .*won: stored/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [['--keep', '0'], /--keep takes a number from 1/],
    [['somewhere.db'], /say where it goes with --to FILE/],
    [['--data-dir', 'nowhere-at-all'], /There is no database at/],
  ])('says what to mend: %s', async (args, reason) => {
    expect(await runPrinted(backupProgram, ...args)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(reason) as string,
    });
  });

  it('never writes over a file that is there', async () => {
    const { dataDir } = tradedBooks(3);
    const to = join(dataDir, 'mine.db');
    writeFileSync(to, 'mine');
    expect(await runPrinted(backupProgram, '--data-dir', dataDir, '--to', to)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/is there already/) as string,
    });
    expect(readFileSync(to, 'utf8')).toBe('mine');
  });
});

describe('npm run restore', () => {
  async function backedUp() {
    const books = tradedBooks();
    saveMeta(books.db, 'id_seed', 'before');
    const file = join(books.dataDir, 'safe.db');
    await takeBackup(books.path, file);
    const head = buildHead(file);
    tradeOn(books.db, 2);
    const later = buildHead(books.path);
    closeDatabase(books.db);
    return { ...books, file, head, later };
  }
  const asideOf = (dataDir: string) =>
    readdirSync(dataDir).filter(
      (name) => name.startsWith('frontmonth-replaced-') && name.endsWith('.db'),
    );

  it('puts the backup in place, keeps the old books, and lets the desk go on', async () => {
    const { file, dataDir, path, head, later } = await backedUp();
    const { code, printed } = await runPrinted(restoreProgram, file, '--data-dir', dataDir);
    expect({ code, printed }).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/Restored .*The old books are/) as string,
    });
    expect(buildHead(path)).toEqual(head);
    const [aside] = asideOf(dataDir);
    expect(buildHead(join(dataDir, aside ?? ''))).toEqual(later);
    expect([path, join(dataDir, aside ?? '')].map((each) => statSync(each).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
    const db = openDatabase(path);
    expect(getMeta(db, 'id_seed')).toBeNull();
    tradeOn(db, 3);
    closeDatabase(db);
    expect(auditFile(path)).toMatchObject({ isRight: true, records: head.seq + 1 });
  });

  it('leaves nothing half done behind', async () => {
    const { file, dataDir } = await backedUp();
    await runPrinted(restoreProgram, file, '--data-dir', dataDir);
    const others = readdirSync(dataDir).filter(
      (name) =>
        !['frontmonth.db', 'frontmonth.lock', 'safe.db', ...asideOf(dataDir)].includes(name),
    );
    expect(others).toEqual([]);
  });

  it('refuses while a desk runs', async () => {
    const { file, dataDir, path, later } = await backedUp();
    const lock = takeLock(dataDir);
    const { code, printed } = await runPrinted(restoreProgram, file, '--data-dir', dataDir);
    lock.release();
    expect({ code, printed }).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/Another Frontmonth is using.*Nothing was changed/) as string,
    });
    expect(buildHead(path)).toEqual(later);
  });

  it('refuses a backup that fails its audit', async () => {
    const { file, dataDir, path, later } = await backedUp();
    const wrong = tampered(readFileSync(file), (raw) =>
      raw.exec(
        'UPDATE posting SET amount = amount + 1 WHERE event_seq = (SELECT max(event_seq) FROM posting)',
      ),
    );
    writeFileSync(file, wrong.serialize());
    const { code, printed } = await runPrinted(restoreProgram, file, '--data-dir', dataDir);
    expect({ code, printed }).toMatchObject({
      code: 1,
      printed: expect.stringMatching(
        /was not restored, because it is WRONG: .*posting .*amount: stored/,
      ) as string,
    });
    expect(buildHead(path)).toEqual(later);
    expect(asideOf(dataDir)).toEqual([]);
  });

  it('replaces broken books and keeps their parts', async () => {
    const { file, dataDir, path, head } = await backedUp();
    writeFileSync(path, 'torn');
    writeFileSync(`${path}-wal`, 'torn as well');
    expect(await runPrinted(restoreProgram, file, '--data-dir', dataDir)).toMatchObject({
      code: 0,
    });
    expect(buildHead(path)).toEqual(head);
    const [aside] = asideOf(dataDir);
    expect(readFileSync(join(dataDir, aside ?? ''), 'utf8')).toBe('torn');
    expect(existsSync(`${join(dataDir, aside ?? '')}-wal`)).toBe(true);
  });

  it('works into an empty data directory', async () => {
    const { file, head } = await backedUp();
    const { dataDir } = emptyBooks();
    const fresh = join(dataDir, 'fresh');
    expect(await runPrinted(restoreProgram, file, '--data-dir', fresh)).toMatchObject({ code: 0 });
    expect(buildHead(join(fresh, 'frontmonth.db'))).toEqual(head);
  });

  it.each([
    [[], /Name the one backup/],
    [['nothing.db'], /There is no database at nothing.db/],
  ])('says what to mend: %s', async (args, reason) => {
    expect(await runPrinted(restoreProgram, ...args)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(reason) as string,
    });
  });
});
