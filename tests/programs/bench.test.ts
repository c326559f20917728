// Benchmarks: baselines do the same work, and every part runs.
import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBigLog } from '../../app/programs/bench/big-log';
import { measureCommits } from '../../app/programs/bench/commit-speed';
import { measureEngine } from '../../app/programs/bench/engine-speed';
import { measureFold } from '../../app/programs/bench/kernel/fold-speed';
import {
  FLIP_OPTIONS,
  runBareFlip,
  createFlipEvaluator,
} from '../../app/programs/bench/kernel/flip';
import { measureKernel } from '../../app/programs/bench/kernel/kernel-speed';
import { HourlyTapes } from '../../app/programs/bench/kernel/tapes';
import { buildNetworkTables } from '../../app/programs/bench/networks/report';
import { buildQueueTable } from '../../app/programs/bench/queue/queue-speed';
import { measureWorld } from '../../app/programs/bench/simulation-speed';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { CHAINS } from '../../app/trading/simulation/chains';
import { PLAYBOOK_COUNT } from '../../app/trading/strategies/playbooks/catalog';
import { runBacktest } from '../../app/trading/backtest/run-backtest';
import { auditFile, findAuditFault } from '../../app/programs/books/audit-file';
import { createScratchDir } from '../support/test-database';

/** The front and the next month of every chain. */
const MONTHS_FOLLOWED = 2 * CHAINS.length;
const TABLES = [
  'event',
  'posting',
  'trade_order',
  'position',
  'fill',
  'snapshot',
  'command',
  'book',
];

it('writes the same rows as plain SQLite', async () => {
  const folder = createScratchDir();
  const { commits, recordsPerCommit, postingsPerCommit } = await measureCommits(60, folder);
  expect(commits).toBe(60);
  expect(recordsPerCommit).toBeGreaterThan(3);
  expect(postingsPerCommit).toBeGreaterThan(5);
  const readRows = (file: string) => {
    const db = new Sqlite(join(folder, file), { readonly: true });
    const counts = TABLES.map((table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
    const fills = db
      .prepare('SELECT event_seq, order_id, price_ticks, fee_mills FROM fill ORDER BY event_seq')
      .all();
    db.close();
    return { counts, fills };
  };
  expect(readRows('bare.db')).toEqual(readRows(join('journal', 'frontmonth.db')));
});

it('creates long logs that pass their audit', async () => {
  const folder = createScratchDir();
  const { postings, records } = await createBigLog(folder, 2000, () => undefined);
  expect(postings).toBeGreaterThanOrEqual(2000);
  const audited = auditFile(join(folder, 'frontmonth.db'));
  expect(findAuditFault(audited)).toBeNull();
  expect(audited.records).toBe(records);
});

it('measures every kind of event', async () => {
  const { events, quotesPerSecond, barsPerSecond, commandsPerSecond } = await measureEngine(5);
  expect(events).toBe(5 * 4 * COMMODITY_KEYS.length + COMMODITY_KEYS.length);
  for (const speed of [quotesPerSecond, barsPerSecond, commandsPerSecond])
    expect(speed).toBeGreaterThan(0);
});

it('measures simulations of several lengths', () => {
  const { folds, bootYears, followed, dayMs, stepMs, cycleMs } = measureWorld([0.1, 0.2], {
    bootYears: 0.2,
    days: 2,
  });
  expect(folds.map(({ years }) => years)).toEqual([0.1, 0.2]);
  expect(bootYears).toBe(0.2);
  expect(followed).toBe(MONTHS_FOLLOWED);
  for (const speed of [
    ...folds.map(({ yearsPerSecond }) => yearsPerSecond),
    dayMs,
    stepMs,
    cycleMs,
  ])
    expect(speed).toBeGreaterThan(0);
});

it('measures one rule, all strategies and scaling', async () => {
  const { runs, catalogue, growth } = await measureKernel(2000, 500, 1);
  expect(runs.map(({ trades }) => trades === null || trades >= 0)).not.toContain(false);
  expect(runs.slice(0, 4).every(({ barsPerSecond }) => barsPerSecond > 0)).toBe(true);
  expect(
    catalogue.map(({ threads, playbooks, bars, trades }) => [
      threads,
      playbooks,
      bars > PLAYBOOK_COUNT * 500,
      trades > 300,
    ]),
  ).toEqual([[1, PLAYBOOK_COUNT, true, true]]);
  expect(growth.map(({ of, times }) => `${of} ${times}`)).toEqual(
    ['bars', 'playbooks', 'instruments'].flatMap((of) =>
      [1, 2, 4].map((times) => `${of} ${times}`),
    ),
  );
});

it('ends the crossover with the equity of the plain loop', () => {
  const oil = new HourlyTapes(3000).getChainTape('CL');
  const { equityMills, trades } = runBacktest(createFlipEvaluator(), [oil], FLIP_OPTIONS);
  expect(trades.length).toBeGreaterThan(50);
  const bare = oil.months.map(({ bars }) => runBareFlip(bars));
  expect(
    Math.abs((equityMills[equityMills.length - 1] ?? NaN) / 1000 / (bare[0] ?? NaN) - 1),
  ).toBeLessThan(1e-7);
});

it('measures bar closes of all followed contracts', () => {
  const { contracts, quarterMs, hourMs, dayMs } = measureFold(2, 2);
  expect(contracts).toBeGreaterThan(MONTHS_FOLLOWED);
  for (const ms of [quarterMs, hourMs, dayMs]) expect(ms).toBeGreaterThan(0);
});

it('reports total training time and whether the weights are unchanged', () => {
  const networks = {
    answers: [],
    signals: 14,
    signalsMs: 1,
    trained: { net: 'AgNet', rows: 100, inputs: 42, seconds: 1 },
  } as const;
  const training = { threads: 2, worlds: 15, rowSeconds: 40.04, trainSeconds: 10.02 };
  const [, table] = buildNetworkTables(networks, { ...training, isSame: true });
  expect(table?.rows.at(-1)).toEqual(['total', '50.1 s']);
  expect(table?.note).toContain('identical to the committed ones');
  expect(buildNetworkTables(networks, { ...training, isSame: false })[1]?.note).toContain(
    'different from the committed ones',
  );
  expect(buildNetworkTables(networks, null)).toHaveLength(1);
});

it('shows one research worker against two, or why they were not measured', () => {
  const { note, rows } = buildQueueTable({
    jobs: 12,
    load: [0.4, 1.2],
    secondsOfOne: 60,
    secondsOfTwo: 32,
    ratio: 1.875,
    isSame: true,
  });
  expect(note).toContain('the results are equal. Two workers are 1.88 times as fast as one.');
  expect(rows).toEqual([
    ['one', '60.0 s', '12.0'],
    ['two', '32.0 s', '22.5'],
  ]);
  expect(buildQueueTable(null)).toMatchObject({
    note: 'Not measured: the program redis-server is not installed.',
    rows: [],
  });
});
