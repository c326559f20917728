// Stored valuations: resolution, thinning and queries.
import { describe, expect, it } from 'vitest';
import {
  findValuation,
  listSnapshots,
  listValues,
  computeResolution,
  thinSnapshots,
} from '../../../app/models/log/snapshot.server';
import { auditDatabase } from '../../../app/audit/audit-database';
import { createEmptyDatabase, openTestJournal } from '../../support/test-database';
import { START_MS, ScriptedDesk } from '../../support/scripted-desk';
import { DAY_MS, MINUTE_MS } from '../../../app/trading/domain/time';

const createPoint = (text: string) => ({
  atMs: Date.parse(`2026-03-${text}Z`),
  day: `2026-03-${text.slice(0, 2)}`,
});

describe('the resolution of a valuation', () => {
  it.each([
    [null, '02T10:00', 1440],
    ['02T10:00', '02T10:01', 1],
    ['02T10:14', '02T10:15', 15],
    ['02T10:14', '02T10:17', 15],
    ['02T10:59', '02T11:00', 60],
    ['02T10:59', '02T13:40', 60],
    ['02T23:59', '03T00:00', 1440],
  ] as const)('after %s at %s is %i minutes', (before, point, minutes) => {
    expect(
      computeResolution(before === null ? null : createPoint(before), createPoint(point)),
    ).toBe(minutes);
  });
});

/** An account valued every 7 minutes. */
function createValuedAccount(days: number) {
  const { db } = createEmptyDatabase();
  db.$client.pragma('synchronous = OFF');
  const desk = new ScriptedDesk(openTestJournal(db));
  desk.listMarket();
  const book = desk.openAccount('ada');
  const end = desk.nowMs + days * DAY_MS;
  for (; desk.nowMs < end; desk.nowMs += 7 * MINUTE_MS) desk.recordValuation(book.id);
  desk.commit();
  return { db, desk, book, end };
}

describe('thinning', () => {
  it('keeps 1 min for 2 days, 15 min for 30 days, then 1 h, and passes the audit', () => {
    const { db, desk } = createValuedAccount(40);
    const countSnapshots = (where: string) =>
      Number(db.$client.prepare(`SELECT count(*) FROM snapshot WHERE ${where}`).pluck().get());
    const lastMs = Number(db.$client.prepare('SELECT max(at_ms) FROM event').pluck().get());
    const [young, middle] = [
      countSnapshots(`at_ms >= ${lastMs - 2 * DAY_MS}`),
      countSnapshots(
        `at_ms < ${lastMs - 2 * DAY_MS} AND at_ms >= ${lastMs - 30 * DAY_MS} AND resolution_minutes >= 15`,
      ),
    ];
    const old = countSnapshots(`at_ms < ${lastMs - 30 * DAY_MS} AND resolution_minutes >= 60`);
    expect(auditDatabase(db.$client).firstDifferences).toEqual([]);
    expect(thinSnapshots(db, desk.nowMs + 99 * DAY_MS)).toBeGreaterThan(2000);
    expect(countSnapshots('1')).toBe(young + middle + old);
    expect(old).toBe(240);
    expect(auditDatabase(db.$client).firstDifferences).toEqual([]);
    expect(thinSnapshots(db, desk.nowMs)).toBe(0);
  });

  it('fails the audit when it removes too much', () => {
    const { db, desk } = createValuedAccount(5);
    thinSnapshots(db, desk.nowMs);
    db.$client.exec('DELETE FROM snapshot WHERE event_seq = (SELECT max(event_seq) FROM snapshot)');
    expect(auditDatabase(db.$client)).toMatchObject({
      hasPassed: false,
      differences: 1,
      firstDifferences: [{ table: 'snapshot', column: 'row', stored: 'nothing' }],
    });
  });

  it('does not affect later valuations', () => {
    const { db, desk, book } = createValuedAccount(5);
    thinSnapshots(db, desk.nowMs);
    for (let step = 0; step < 500; step += 1) {
      desk.nowMs += MINUTE_MS;
      desk.recordValuation(book.id);
    }
    desk.commit();
    expect(auditDatabase(db.$client).firstDifferences).toEqual([]);
  });
});

describe('the list of valuations', () => {
  it('returns a window in order, to its owner only', () => {
    const { db, book, end } = createValuedAccount(2);
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

  it('keeps the newest rows at the limit', () => {
    const { db, book, end } = createValuedAccount(8);
    const rows = listSnapshots(db, 'ada', book, { fromMs: 0, toMs: end });
    expect([rows.length, rows.at(-1)?.atMs]).toEqual([
      1440,
      db.$client.prepare('SELECT max(at_ms) FROM snapshot').pluck().get(),
    ]);
  });

  it('finds the equity at a time', () => {
    const { db, desk, book } = createValuedAccount(1);
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
