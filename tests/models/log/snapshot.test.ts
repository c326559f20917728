// Valuations on disk: which grid a point begins, and which points remain of the past.
import { describe, expect, it } from 'vitest';
import {
  findValuation,
  listSnapshots,
  listValues,
  snapshotResolution,
  thinSnapshots,
} from '../../../app/models/log/snapshot.server';
import { auditDatabase } from '../../../app/audit/audit';
import { emptyBooks, testJournal } from '../../support/books';
import { START_MS, ScriptedDesk } from '../../support/scripted-desk';
import { DAY_MS, MINUTE_MS } from '../../../app/trading/domain/time';

const at = (text: string) => ({
  atMs: Date.parse(`2026-03-${text}Z`),
  day: `2026-03-${text.slice(0, 2)}`,
});

describe('the grid of a point', () => {
  it.each([
    [null, '02T10:00', 1440],
    ['02T10:00', '02T10:01', 1],
    ['02T10:14', '02T10:15', 15],
    ['02T10:14', '02T10:17', 15],
    ['02T10:59', '02T11:00', 60],
    ['02T10:59', '02T13:40', 60],
    ['02T23:59', '03T00:00', 1440],
  ] as const)('after %s at %s is %i minutes', (before, point, minutes) => {
    expect(snapshotResolution(before === null ? null : at(before), at(point))).toBe(minutes);
  });
});

/** A book valued every 7 minutes for so many days. */
function valued(days: number) {
  const { db } = emptyBooks();
  db.$client.pragma('synchronous = OFF');
  const desk = new ScriptedDesk(testJournal(db));
  desk.list();
  const book = desk.open('ada');
  const end = desk.nowMs + days * DAY_MS;
  for (; desk.nowMs < end; desk.nowMs += 7 * MINUTE_MS) desk.value(book.id);
  desk.commit();
  return { db, desk, book, end };
}

describe('thinning', () => {
  it('keeps minutes for 2 days, quarters of an hour for 30, hours after that, and the audit agrees', () => {
    const { db, desk } = valued(40);
    const count = (where: string) =>
      Number(db.$client.prepare(`SELECT count(*) FROM snapshot WHERE ${where}`).pluck().get());
    const lastMs = Number(db.$client.prepare('SELECT max(at_ms) FROM event').pluck().get());
    const [young, middle] = [
      count(`at_ms >= ${lastMs - 2 * DAY_MS}`),
      count(
        `at_ms < ${lastMs - 2 * DAY_MS} AND at_ms >= ${lastMs - 30 * DAY_MS} AND resolution_minutes >= 15`,
      ),
    ];
    const old = count(`at_ms < ${lastMs - 30 * DAY_MS} AND resolution_minutes >= 60`);
    expect(auditDatabase(db.$client).kept).toEqual([]);
    expect(thinSnapshots(db, desk.nowMs + 99 * DAY_MS)).toBeGreaterThan(2000);
    expect(count('1')).toBe(young + middle + old);
    expect(old).toBe(240);
    expect(auditDatabase(db.$client).kept).toEqual([]);
    expect(thinSnapshots(db, desk.nowMs)).toBe(0);
  });

  it('is noticed by the audit when it went further than its rule', () => {
    const { db, desk } = valued(5);
    thinSnapshots(db, desk.nowMs);
    db.$client.exec('DELETE FROM snapshot WHERE event_seq = (SELECT max(event_seq) FROM snapshot)');
    expect(auditDatabase(db.$client)).toMatchObject({
      isRight: false,
      differences: 1,
      kept: [{ table: 'snapshot', column: 'row', stored: 'nothing' }],
    });
  });

  it('does not confuse what comes after it', () => {
    const { db, desk, book } = valued(5);
    thinSnapshots(db, desk.nowMs);
    for (let step = 0; step < 500; step += 1) {
      desk.nowMs += MINUTE_MS;
      desk.value(book.id);
    }
    desk.commit();
    expect(auditDatabase(db.$client).kept).toEqual([]);
  });
});

describe('the list of valuations', () => {
  it('answers a window in order, to its owner alone', () => {
    const { db, book, end } = valued(2);
    const window = { fromMs: end - DAY_MS, toMs: end };
    const rows = listSnapshots(db, 'ada', book, window);
    expect(rows.length).toBe(206);
    expect(
      rows.every(
        (row, place) =>
          row.atMs >= window.fromMs && (place === 0 || row.atMs > (rows[place - 1]?.atMs ?? 0)),
      ),
    ).toBe(true);
    expect(listSnapshots(db, 'bob', book, window)).toEqual([]);
    expect(listSnapshots(db, 'ada', { ...book, epoch: 2 }, window)).toEqual([]);
  });

  it('ends with the newest when there are too many', () => {
    const { db, book, end } = valued(8);
    const rows = listSnapshots(db, 'ada', book, { fromMs: 0, toMs: end });
    expect([rows.length, rows.at(-1)?.atMs]).toEqual([
      1440,
      db.$client.prepare('SELECT max(at_ms) FROM snapshot').pluck().get(),
    ]);
  });

  it('finds what the book was worth at a moment', () => {
    const { db, desk, book } = valued(1);
    const firstMs = START_MS;
    expect(findValuation(db, 'ada', book, firstMs - 1)).toBeNull();
    expect(findValuation(db, 'ada', book, firstMs + 7 * MINUTE_MS - 1)).toEqual({
      atMs: firstMs,
      equityMills: 25_000_000,
    });
    expect(findValuation(db, 'ada', book, desk.nowMs)?.atMs).toBe(
      listValues(db, 'ada', book, { fromMs: 0, toMs: desk.nowMs }).at(-1)?.atMs,
    );
    expect(findValuation(db, 'bob', book, desk.nowMs)).toBeNull();
    expect(listValues(db, 'bob', book, { fromMs: 0, toMs: desk.nowMs })).toEqual([]);
  });
});
