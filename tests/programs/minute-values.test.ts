// Valuations between two logged ones: stored with the next logged one, shown, removed, audited.
import type Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { listValues, thinSnapshots } from '../../app/models/log/snapshot.server';
import { listEquityValues } from '../../app/models/portfolio/equity-values.server';
import { DAY_MS, MINUTE_MS } from '../../app/trading/domain/time';
import { GAS, createTestConfig } from '../support/desk-harness';
import { createManualOrder, getBook } from '../support/reference-orders';
import { openStoredDesk } from '../support/stored-desk';

/** An account with 100 lots of gas, whose price rises by a tick each minute for `minutes`. */
async function holdGas(minutes: number) {
  const { db, desk } = await openStoredDesk(createTestConfig());
  desk.quote(GAS, 2800);
  await desk.send('ann', createManualOrder({ lots: 100 }));
  for (let minute = 1; minute <= minutes; minute += 1) {
    desk.wait(MINUTE_MS - 5_000);
    desk.quote(GAS, 2800 + minute);
  }
  return { db, raw: db.$client, desk, terminal: { db, state: desk.runner.state } };
}

const countRows = (raw: Sqlite.Database, table: string): number =>
  Number(raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
const EVER = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

describe('valuations between two logged ones', () => {
  test('are stored with the next logged one', async () => {
    const { raw } = await holdGas(44);
    // The first minute is logged after the fill, then each quarter of an hour.
    expect(countRows(raw, 'snapshot')).toBe(3);
    expect(countRows(raw, 'minute_value')).toBe(27);
  });

  test('give one value a minute, the unstored ones included', async () => {
    const { db, terminal, desk } = await holdGas(44);
    const book = getBook(desk);
    const values = listEquityValues(terminal, book, EVER);
    const steps = values.slice(1).map(({ atMs, equityMills }, index) => {
      const before = values[index];
      return [atMs - (before?.atMs ?? 0), equityMills - (before?.equityMills ?? 0)];
    });
    expect(values).toHaveLength(44);
    // A tick of 100 lots of $10 per dollar is $1.
    expect(new Set(steps.map(String))).toEqual(new Set([`${MINUTE_MS},1000`]));
    expect(listValues(db, 'ann', book, EVER)).toHaveLength(30);
  });

  test('are removed after two days', async () => {
    const { db, raw, desk } = await holdGas(44);
    expect(countRows(raw, 'minute_value')).toBe(27);
    desk.wait(3 * DAY_MS);
    desk.quote(GAS, 2900);
    thinSnapshots(db, desk.nowMs());
    expect([countRows(raw, 'minute_value'), countRows(raw, 'snapshot')]).toEqual([0, 4]);
    expect(auditDatabase(raw).firstDifferences).toEqual([]);
  });
});

describe('the audit of valuations between two logged ones', () => {
  test('passes, as do later values after a reset', async () => {
    const { raw, desk } = await holdGas(44);
    expect(auditDatabase(raw).firstDifferences).toEqual([]);
    await desk.send('ann', { type: 'ResetBook' });
    await desk.send('ann', createManualOrder({ lots: 50 }));
    for (let minute = 1; minute <= 40; minute += 1) {
      desk.wait(MINUTE_MS);
      desk.quote(GAS, 2900 + minute);
    }
    expect(countRows(raw, 'minute_value')).toBeGreaterThan(50);
    expect(auditDatabase(raw).firstDifferences).toEqual([]);
  });

  test.each([
    ['equity_mills = equity_mills + 1', 'equity_mills'],
    [`marks = '{"NG":2801}'`, 'equity_mills'],
    [`marks = '{}'`, 'marks'],
    [`marks = 'none'`, 'marks'],
    ['epoch = 2', 'epoch'],
    [`user_id = 'bob'`, 'user_id'],
    ['at_ms = at_ms - 86400000', 'at_ms'],
    ['after_seq = 9999', 'after_seq'],
    ['after_seq = 1', 'book_id'],
  ])('finds %s', async (change, column) => {
    const { raw } = await holdGas(30);
    raw.exec(
      `UPDATE minute_value SET ${change} WHERE at_ms = (SELECT max(at_ms) FROM minute_value)`,
    );
    expect(auditDatabase(raw)).toMatchObject({
      differences: 1,
      firstDifferences: [{ table: 'minute_value', column }],
    });
  });

  test('continues after a saved audit', async () => {
    const { raw, desk } = await holdGas(30);
    let from: Parameters<NonNullable<Parameters<typeof auditDatabase>[2]>['onPassed'] & object>[0];
    auditDatabase(raw, undefined, { onPassed: (saved) => (from = structuredClone(saved)) });
    for (let minute = 1; minute <= 30; minute += 1) {
      desk.wait(MINUTE_MS);
      desk.quote(GAS, 2900 + minute);
    }
    const auditTail = () => auditDatabase(raw, undefined, { from: structuredClone(from) });
    expect(auditTail()).toMatchObject({ hasPassed: true, since: from!.head.seq });
    raw.exec(
      'UPDATE minute_value SET equity_mills = 0 WHERE at_ms = (SELECT max(at_ms) FROM minute_value)',
    );
    expect(auditTail()).toMatchObject({ hasPassed: false, differences: 1 });
  });

  test('passes for a backup of a version without them', async () => {
    const { raw } = await holdGas(30);
    raw.exec('DROP TABLE minute_value');
    expect(auditDatabase(raw).firstDifferences).toEqual([]);
  });
});
