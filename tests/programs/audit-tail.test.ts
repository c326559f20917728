// An audit that continues after the last one: it finds what it compares, and never passes what a
// whole audit would not.
import Sqlite from 'better-sqlite3';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deserialize, serialize } from 'node:v8';
import { type SavedAudit, auditDatabase } from '../../app/audit/audit';
import { auditProgram } from '../../app/programs/books/audit-program';
import { databasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS, scratchDir, testJournal } from '../support/books';
import { runPrinted } from '../support/printed';
import { tradedDesk } from '../support/scripted-trader';
import { changeCell, tampered } from '../support/tampering';

/** Books at a moment, what an audit of them remembers, and the same books after more trading. */
function grownBooks(): {
  readonly early: Buffer;
  readonly saved: SavedAudit;
  readonly late: Buffer;
} {
  const db = openDatabase(':memory:');
  migrateDatabase(db, MIGRATIONS);
  const images: Buffer[] = [];
  let saved: SavedAudit | null = null;
  const journal = testJournal(db);
  let commits = 0;
  tradedDesk(
    {
      ...journal,
      commit(commit) {
        journal.commit(commit);
        commits += 1;
        if (commits !== 110) return;
        images.push(db.$client.serialize());
        expect(
          auditDatabase(db.$client, undefined, {
            onRight: (each) => (saved = structuredClone(each)),
          }).isRight,
        ).toBe(true);
      },
    },
    170,
    11,
  );
  images.push(db.$client.serialize());
  const [early, late] = images;
  if (!early || !late || !saved) throw new Error(`the books had ${commits} commits`);
  return { early, saved, late };
}

const BOOKS = grownBooks();
const remembered = (): SavedAudit => deserialize(serialize(BOOKS.saved)) as SavedAudit;
const SINCE = BOOKS.saved.head.seq;

function opened(image: Buffer): Sqlite.Database {
  const raw = new Sqlite(image);
  onTestFinished(() => void raw.close());
  return raw;
}

describe('an audit from a record on', () => {
  it('passes right books, reads the new records alone and remembers what a whole audit does', () => {
    const memories: SavedAudit[] = [];
    const onRight = (saved: SavedAudit): void => void memories.push(saved);
    const whole = auditDatabase(opened(BOOKS.late), undefined, { onRight });
    const tail = auditDatabase(opened(BOOKS.late), undefined, { from: remembered(), onRight });
    expect(tail).toMatchObject({
      isRight: true,
      since: SINCE,
      records: whole.records - SINCE,
      head: whole.head,
    });
    expect(tail.records).toBeGreaterThan(50);
    expect(tail.postings).toBeLessThan(whole.postings);
    expect(memories[1]).toEqual(memories[0]);
  });

  it('reads everything where the log is another one at that record', () => {
    const other = { ...remembered(), head: { seq: SINCE, hash: 'f'.repeat(64) } };
    expect(auditDatabase(opened(BOOKS.late), undefined, { from: other })).toMatchObject({
      isRight: true,
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
  ])('finds a changed cell of the new rows: %s, %s', (table, column) => {
    const count = Number(
      opened(BOOKS.late).prepare(`SELECT count(*) FROM "${table}"`).pluck().get(),
    );
    const newest: Record<string, string> = {
      position: 'opened_seq',
      trade_order: 'placed_seq',
      command: 'seq',
    };
    const raw = tampered(BOOKS.late, (open) => {
      const by = newest[table];
      if (by === undefined) changeCell(open, { table, column, place: count - 1 });
      else
        open.exec(
          `UPDATE "${table}" SET "${column}" = "${column}" || '1' WHERE "${by}" = (SELECT max("${by}") FROM "${table}")`,
        );
    });
    expect(auditDatabase(raw, undefined, { from: remembered() })).toMatchObject({
      isRight: false,
      since: SINCE,
    });
  });

  it('finds a balance that no record explains, and rows that are too many', () => {
    const change = (sql: string) =>
      auditDatabase(
        tampered(BOOKS.late, (open) => open.exec(sql)),
        undefined,
        { from: remembered() },
      ).kept[0];
    expect(change('UPDATE book SET available_mills = available_mills + 1')).toMatchObject({
      table: 'book',
      column: 'available_mills',
    });
    expect(change('INSERT INTO fill SELECT * FROM (SELECT * FROM fill LIMIT 0)')).toBeUndefined();
    expect(
      change(
        'UPDATE fill SET event_seq = event_seq + 1000000 WHERE event_seq = (SELECT max(event_seq) FROM fill)',
      ),
    ).toMatchObject({ table: 'fill' });
  });
});

describe('npm run audit -- --tail', () => {
  function dataDirWith(image: Buffer): string {
    const dataDir = scratchDir();
    writeFileSync(databasePath(dataDir), image);
    return dataDir;
  }
  const run = async (...args: string[]) => {
    const { code, printed } = await runPrinted(auditProgram, '--json', ...args);
    return {
      code,
      ...(JSON.parse(printed) as { since: number; isRight: boolean; fault: string | null }),
    };
  };

  it('continues where --save or the last --tail ended', async () => {
    const dataDir = dataDirWith(BOOKS.early);
    expect(await run('--save', '--data-dir', dataDir)).toMatchObject({ code: 0, since: 0 });
    writeFileSync(databasePath(dataDir), BOOKS.late);
    expect(await run('--tail', '--data-dir', dataDir)).toMatchObject({ code: 0, since: SINCE });
    expect((await run('--tail', '--data-dir', dataDir)).since).toBeGreaterThan(SINCE);
  });

  it('reads everything without a state, and with one that was changed, cut or is of a longer log', async () => {
    const dataDir = dataDirWith(BOOKS.late);
    const tail = () => run('--tail', '--data-dir', dataDir);
    expect(await tail()).toMatchObject({ code: 0, since: 0 });
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
      expect(await tail()).toMatchObject({ code: 0, since: 0 });
    }
    writeFileSync(databasePath(dataDir), BOOKS.early);
    expect(await tail()).toMatchObject({ code: 0, since: 0 });
  });

  it('ends with 2 only after the whole log was read, and saves nothing then', async () => {
    const dataDir = dataDirWith(BOOKS.early);
    await run('--save', '--data-dir', dataDir);
    const state = readFileSync(join(dataDir, 'audit-state.bin'));
    writeFileSync(
      databasePath(dataDir),
      tampered(BOOKS.late, (open) =>
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

  it('takes no file', async () => {
    const { code, printed } = await runPrinted(
      auditProgram,
      '--tail',
      databasePath(dataDirWith(BOOKS.early)),
    );
    expect([code, printed]).toEqual([
      1,
      expect.stringContaining('--save and --tail work on a data directory'),
    ]);
  });

  it('says in its help what each exit code proves', async () => {
    expect((await runPrinted(auditProgram, '--help')).printed).toContain(
      'Exit code 0 when the books are right, 1 when the audit could not run (also after a crash), 2 when it found a difference.',
    );
  });
});
