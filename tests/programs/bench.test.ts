// The bench compares like with like: what bare SQLite is given to write is what the journal wrote.
import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeBigLog } from '../../app/programs/bench/big-log';
import { measureCommits } from '../../app/programs/bench/commit-speed';
import { measureEngine } from '../../app/programs/bench/engine-speed';
import { measureWorld } from '../../app/programs/bench/world-speed';
import { auditFile, faultOf } from '../../app/programs/books/audit-file';
import { scratchDir } from '../support/books';

const KEPT = ['event', 'posting', 'trade_order', 'position', 'fill', 'snapshot', 'command', 'book'];

it('writes the same rows with and without the journal', async () => {
  const folder = scratchDir();
  const { commits, recordsPerCommit, postingsPerCommit } = await measureCommits(60, folder);
  expect(commits).toBe(60);
  expect(recordsPerCommit).toBeGreaterThan(3);
  expect(postingsPerCommit).toBeGreaterThan(5);
  const rows = (file: string) => {
    const db = new Sqlite(join(folder, file), { readonly: true });
    const counts = KEPT.map((table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
    const fills = db.prepare('SELECT event_seq, order_id, price_ticks, fee_mills FROM fill ORDER BY event_seq').all();
    db.close();
    return { counts, fills };
  };
  expect(rows('bare.db')).toEqual(rows(join('journal', 'frontmonth.db')));
});

it('makes long logs that pass their audit', async () => {
  const folder = scratchDir();
  const { postings, records } = await makeBigLog(folder, 2000, () => undefined);
  expect(postings).toBeGreaterThanOrEqual(2000);
  const audited = auditFile(join(folder, 'frontmonth.db'));
  expect(faultOf(audited)).toBeNull();
  expect(audited.records).toBe(records);
});

it('folds every kind of event', async () => {
  const { events, quotesPerSecond, barsPerSecond, commandsPerSecond } = await measureEngine(5);
  expect(events).toBe(5 * 40 + 10);
  for (const speed of [quotesPerSecond, barsPerSecond, commandsPerSecond]) expect(speed).toBeGreaterThan(0);
});

it('folds worlds of several ages', () => {
  const { folds, bootYears, followed, dayMs, stepMs, cycleMs } = measureWorld([0.1, 0.2], { bootYears: 0.2, days: 2 });
  expect(folds.map(({ years }) => years)).toEqual([0.1, 0.2]);
  expect(bootYears).toBe(0.2);
  expect(followed).toBe(28);
  for (const speed of [...folds.map(({ yearsPerSecond }) => yearsPerSecond), dayMs, stepMs, cycleMs]) expect(speed).toBeGreaterThan(0);
});
