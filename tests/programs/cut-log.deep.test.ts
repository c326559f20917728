// A copy that is taken back to a moment holds what a desk that stopped there holds.
import { describe, expect, it } from 'vitest';
import { auditFile } from '../../app/programs/books/audit-file';
import { copyDatabase } from '../../app/programs/books/copy-database';
import { cutLog } from '../../app/programs/books/cut-log';
import { recoverState, saveCheckpoint } from '../../app/models/log/recovery.server';
import { thinSnapshots } from '../../app/models/log/snapshot.server';
import { applyRecord } from '../../app/trading/engine/apply-record';
import { DAY_MS } from '../../app/trading/domain/time';
import { closeDatabase, openDatabase } from '../../db/client.server';
import { readTables } from '../support/database-rows';
import { createEmptyDatabase, openTestJournal } from '../support/test-database';
import { createDice } from '../support/scripted-desk';
import { createTradedDesk } from '../support/scripted-trader';

const { commits } = createTradedDesk(null, 400, 5);
/** Commits after which time went on: the others share their time with the next one. */
const ENDS = commits.flatMap((commit, index) => {
  const atMs = commit.records.at(-1)?.atMs ?? Infinity;
  const nextMs = commits[index + 1]?.records[0]?.atMs ?? Infinity;
  return atMs < nextMs ? [{ index, atMs }] : [];
});

/** A database with the first commits, as it was after the last of them. */
function storeCommits(count: number) {
  const books = createEmptyDatabase();
  const journal = openTestJournal(books.db);
  for (const commit of commits.slice(0, count)) journal.commit(commit);
  return { ...books, journal };
}

async function copyCut(path: string, atMs: number) {
  const copy = `${path}.cut-${atMs}`;
  await copyDatabase(path, copy);
  return { copy, end: cutLog(copy, atMs) };
}

describe('a log that is cut', () => {
  it('leaves the rows that a desk had at that moment, and passes its audit', async () => {
    const roll = createDice(3);
    const { path } = storeCommits(commits.length);
    for (let run = 0; run < 6; run += 1) {
      const { index, atMs } = ENDS[Math.floor(roll() * ENDS.length)]!;
      const { copy, end } = await copyCut(path, atMs);
      const expected = storeCommits(index + 1);
      expect(end).toEqual({ seq: commits[index]!.records.at(-1)!.seq, atMs });
      expect(readTables(copy)).toEqual(readTables(expected.path));
      expect(auditFile(copy)).toMatchObject({ hasPassed: true, records: end.seq });
    }
  });

  it('is continued like the log that it was', async () => {
    const { index, atMs } = ENDS[Math.floor(ENDS.length / 2)]!;
    const { copy } = await copyCut(storeCommits(commits.length).path, atMs);
    const db = openDatabase(copy);
    expect(recoverState(db, applyRecord).differences).toEqual([]);
    const journal = openTestJournal(db);
    for (const commit of commits.slice(index + 1)) journal.commit(commit);
    closeDatabase(db);
    expect(readTables(copy)).toEqual(readTables(storeCommits(commits.length).path));
    expect(auditFile(copy).differences).toBe(0);
    const guarded = openDatabase(copy);
    expect(() => guarded.$client.exec('DELETE FROM event WHERE seq = 1')).toThrow(/never removed/);
    closeDatabase(guarded);
  });

  it('has the valuations that were thinned later', async () => {
    const { db, path, journal } = storeCommits(commits.length);
    saveCheckpoint(db, commits.at(-1)!.state, journal.head());
    const lastMs = commits.at(-1)!.records.at(-1)!.atMs;
    // As if the desk had been idle for a year before its newest valuations were thinned.
    db.$client.exec(`INSERT INTO meta VALUES ('snapshot_thinned_ms', '${lastMs + 400 * DAY_MS}')`);
    thinSnapshots(db, lastMs + 400 * DAY_MS);
    const { index, atMs } = ENDS[Math.floor(ENDS.length / 2)]!;
    const { copy } = await copyCut(path, atMs);
    expect(readTables(copy)).toEqual(readTables(storeCommits(index + 1).path));
    expect(auditFile(copy).differences).toBe(0);
  });

  it('loses shadow accounts, minutes and days of later moments', async () => {
    const { db, path } = storeCommits(commits.length);
    const { atMs, index } = ENDS[Math.floor(ENDS.length / 2)]!;
    const seq = commits[index]!.records.at(-1)!.seq;
    const book = Object.values(commits[index]!.state.books).find(({ day }) => day !== '')!;
    const cell = { userId: book.userId, bookId: book.id, epoch: book.epoch };
    const addDay = db.$client.prepare("INSERT INTO twin_day VALUES (?, ?, ?, 'OWN', ?, 0, 0, 0)");
    for (const day of ['2010-01-01', book.day, '2099-01-01'])
      addDay.run(cell.userId, cell.bookId, cell.epoch, day);
    db.$client
      .prepare("INSERT INTO twin VALUES ('AI', ?, ?, 0, 0, 0, '{}')")
      .run(cell.bookId, cell.epoch);
    db.$client
      .prepare("INSERT INTO minute_value VALUES (?, ?, ?, ?, ?, 0, '{}')")
      .run(cell.userId, cell.bookId, cell.epoch, atMs + 1, seq);
    const { copy } = await copyCut(path, atMs);
    const rows = readTables(copy);
    expect(rows['twin']).toEqual([]);
    expect(rows['minute_value']).toEqual([]);
    expect(rows['twin_day']).toHaveLength(1);
    expect(auditFile(copy).differences).toBe(0);
  });

  it('explains a moment before its first record', async () => {
    const { path } = storeCommits(commits.length);
    await expect(copyCut(path, 0)).rejects.toThrow(/The log starts at 2026-11-02T14:00:00.000Z/);
    await expect(copyCut(createEmptyDatabase().path, 0)).rejects.toThrow(/has no records/);
  });
});
