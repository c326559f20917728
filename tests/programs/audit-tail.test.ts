// Incremental audit: it finds changes in the tail and never passes where a full audit fails.
import Sqlite from 'better-sqlite3';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deserialize, serialize } from 'node:v8';
import { type SavedAudit, auditDatabase } from '../../app/audit/audit-database';
import { auditProgram } from '../../app/programs/books/audit-program';
import { DAY_MS } from '../../app/trading/domain/time';
import { prepareDatabasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS, createScratchDir, openTestJournal } from '../support/test-database';
import { runCaptured } from '../support/run-captured';
import { createTradedDesk } from '../support/scripted-trader';
import { changeCell, tamperWith } from '../support/tampering';

/** A database at a moment, its audit state, and the same database after more trades. */
function createGrowingDatabase(): {
  readonly earlyImage: Buffer;
  readonly saved: SavedAudit;
  readonly lateImage: Buffer;
} {
  const db = openDatabase(':memory:');
  migrateDatabase(db, MIGRATIONS);
  const images: Buffer[] = [];
  let saved: SavedAudit | null = null;
  const journal = openTestJournal(db);
  let commits = 0;
  createTradedDesk(
    {
      ...journal,
      commit(commit) {
        journal.commit(commit);
        commits += 1;
        if (commits !== 110) return;
        images.push(db.$client.serialize());
        expect(
          auditDatabase(db.$client, undefined, {
            onPassed: (each) => (saved = structuredClone(each)),
          }).hasPassed,
        ).toBe(true);
      },
    },
    170,
    11,
  );
  images.push(db.$client.serialize());
  const [earlyImage, lateImage] = images;
  if (!earlyImage || !lateImage || !saved) throw new Error(`the books had ${commits} commits`);
  return { earlyImage, saved, lateImage };
}

const BOOKS = createGrowingDatabase();
const copySavedState = (): SavedAudit => deserialize(serialize(BOOKS.saved)) as SavedAudit;
const SINCE = BOOKS.saved.head.seq;

function openImage(image: Buffer): Sqlite.Database {
  const raw = new Sqlite(image);
  onTestFinished(() => void raw.close());
  return raw;
}

describe('incremental audit', () => {
  it('reads only new records and saves the same state as a full audit', () => {
    const savedStates: SavedAudit[] = [];
    const onPassed = (saved: SavedAudit): void => void savedStates.push(saved);
    const whole = auditDatabase(openImage(BOOKS.lateImage), undefined, { onPassed });
    const tail = auditDatabase(openImage(BOOKS.lateImage), undefined, {
      from: copySavedState(),
      onPassed,
    });
    expect(tail).toMatchObject({
      hasPassed: true,
      since: SINCE,
      records: whole.records - SINCE,
      head: whole.head,
    });
    expect(tail.records).toBeGreaterThan(50);
    expect(tail.postings).toBeLessThan(whole.postings);
    expect(savedStates[1]).toEqual(savedStates[0]);
  });

  it('reads the whole log when the saved hash does not match', () => {
    const other = { ...copySavedState(), head: { seq: SINCE, hash: 'f'.repeat(64) } };
    expect(auditDatabase(openImage(BOOKS.lateImage), undefined, { from: other })).toMatchObject({
      hasPassed: true,
      since: 0,
    });
  });

  it.each([
    ['event', 'payload'],
    ['event', 'hash'],
    ['posting', 'amount'],
    ['fill', 'lots'],
    ['snapshot', 'equity_mills'],
    ['command', 'result'],
    ['position', 'cost_mills'],
    ['trade_order', 'state'],
  ])('finds a changed cell in new rows: %s, %s', (table, column) => {
    const count = Number(
      openImage(BOOKS.lateImage).prepare(`SELECT count(*) FROM "${table}"`).pluck().get(),
    );
    const newest: Record<string, string> = {
      position: 'opened_seq',
      trade_order: 'placed_seq',
      command: 'seq',
    };
    const raw = tamperWith(BOOKS.lateImage, (open) => {
      const by = newest[table];
      if (by === undefined) changeCell(open, { table, column, rowIndex: count - 1 });
      else
        open.exec(
          `UPDATE "${table}" SET "${column}" = "${column}" || '1' WHERE "${by}" = (SELECT max("${by}") FROM "${table}")`,
        );
    });
    expect(auditDatabase(raw, undefined, { from: copySavedState() })).toMatchObject({
      hasPassed: false,
      since: SINCE,
    });
  });

  it('finds a wrong balance and surplus rows', () => {
    const auditAfter = (sql: string) =>
      auditDatabase(
        tamperWith(BOOKS.lateImage, (open) => open.exec(sql)),
        undefined,
        { from: copySavedState() },
      ).firstDifferences[0];
    expect(auditAfter('UPDATE book SET available_mills = available_mills + 1')).toMatchObject({
      table: 'book',
      column: 'available_mills',
    });
    expect(
      auditAfter('INSERT INTO fill SELECT * FROM (SELECT * FROM fill LIMIT 0)'),
    ).toBeUndefined();
    expect(
      auditAfter(
        'UPDATE fill SET event_seq = event_seq + 1000000 WHERE event_seq = (SELECT max(event_seq) FROM fill)',
      ),
    ).toMatchObject({ table: 'fill' });
  });
});

describe('npm run audit -- --tail', () => {
  function dataDirWith(image: Buffer): string {
    const dataDir = createScratchDir();
    writeFileSync(prepareDatabasePath(dataDir), image);
    return dataDir;
  }
  const run = async (...args: string[]) => {
    const { code, printed } = await runCaptured(auditProgram, '--json', ...args);
    return {
      code,
      ...(JSON.parse(printed) as { since: number; isRight: boolean; fault: string | null }),
    };
  };

  it('continues after --save or the last --tail', async () => {
    const dataDir = dataDirWith(BOOKS.earlyImage);
    expect(await run('--save', '--data-dir', dataDir)).toMatchObject({ code: 0, since: 0 });
    writeFileSync(prepareDatabasePath(dataDir), BOOKS.lateImage);
    expect(await run('--tail', '--data-dir', dataDir)).toMatchObject({ code: 0, since: SINCE });
    expect((await run('--tail', '--data-dir', dataDir)).since).toBeGreaterThan(SINCE);
  });

  it('reads the whole log once a week', async () => {
    const dataDir = dataDirWith(BOOKS.lateImage);
    const runAfterDays = async (days: number): Promise<boolean> => {
      vi.useFakeTimers({ now: days * DAY_MS, toFake: ['Date'] });
      const { code, since } = await run('--tail', '--data-dir', dataDir);
      expect(code).toBe(0);
      return since === 0;
    };
    onTestFinished(() => void vi.useRealTimers());
    const days = [1, 2, 7, 8, 8.1, 9, 15, 15.2];
    const whole: number[] = [];
    for (const day of days) if (await runAfterDays(day)) whole.push(day);
    expect(whole).toEqual([1, 8.1, 15.2]);
  });

  it('reads the whole log without a state or with a changed, truncated or newer state', async () => {
    const dataDir = dataDirWith(BOOKS.lateImage);
    const runTailAudit = () => run('--tail', '--data-dir', dataDir);
    expect(await runTailAudit()).toMatchObject({ code: 0, since: 0 });
    const path = join(dataDir, 'audit-state.bin');
    const state = readFileSync(path);
    for (const broken of [
      Buffer.concat([
        state.subarray(0, 200),
        Buffer.from([(state[200] ?? 0) ^ 1]),
        state.subarray(201),
      ]),
      state.subarray(0, state.length / 2),
      Buffer.alloc(0),
    ]) {
      writeFileSync(path, broken);
      expect(await runTailAudit()).toMatchObject({ code: 0, since: 0 });
    }
    writeFileSync(prepareDatabasePath(dataDir), BOOKS.earlyImage);
    expect(await runTailAudit()).toMatchObject({ code: 0, since: 0 });
  });

  it('ends with 2 only after a full audit, and saves no state', async () => {
    const dataDir = dataDirWith(BOOKS.earlyImage);
    await run('--save', '--data-dir', dataDir);
    const state = readFileSync(join(dataDir, 'audit-state.bin'));
    writeFileSync(
      prepareDatabasePath(dataDir),
      tamperWith(BOOKS.lateImage, (open) =>
        open.exec('UPDATE book SET available_mills = available_mills + 1'),
      ).serialize(),
    );
    expect(await run('--tail', '--data-dir', dataDir)).toMatchObject({
      code: 2,
      since: 0,
      isRight: false,
      fault: expect.stringContaining('available_mills') as string,
    });
    expect(readFileSync(join(dataDir, 'audit-state.bin')).equals(state)).toBe(true);
  });

  it('rejects a file argument', async () => {
    const { code, printed } = await runCaptured(
      auditProgram,
      '--tail',
      prepareDatabasePath(dataDirWith(BOOKS.earlyImage)),
    );
    expect([code, printed]).toEqual([
      1,
      expect.stringContaining('--save and --tail need a data directory'),
    ]);
  });

  it('explains exit codes in the help', async () => {
    expect((await runCaptured(auditProgram, '--help')).printed).toContain(
      'Exit code 0: no difference. 1: the audit could not run (also after a crash). 2: difference found.',
    );
  });
});
