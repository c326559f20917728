// A backtest job of the server: its trial is recorded before its figures are shown.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockFile } from '../../../db/lock.server';
import type { BacktestOrder } from '../../../app/server/backtests/backtest-order';
import {
  TrialsError,
  recordTrials,
  getLedgerPath,
} from '../../../app/server/backtests/trial-ledger';
import { reportBacktest, runStrategy } from '../../../app/server/backtests/run-job';
import {
  DESK_WORLD_NAME,
  FIRST_TRADED_MS,
  getDeskSpan,
} from '../../../app/server/backtests/world-span';
import { DAY_MS } from '../../../app/trading/domain/time';
import { createWorld } from '../../../app/trading/simulation/world';

const SEED = 'a-seed-that-nobody-may-read';
let dataDir = '';
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'run-job-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const world = createWorld({ seed: SEED });
const createOrder = (): BacktestOrder => ({
  commodity: 'electricity',
  playbook: 'MEAN_REVERT',
  dataDir,
  seedName: 'the seed of this server',
  hasSecretSeed: true,
  span: {
    seed: SEED,
    name: DESK_WORLD_NAME,
    fromMs: Date.UTC(2010, 11, 1),
    untilMs: Date.UTC(2010, 11, 15),
  },
});
/** Both jobs, with the copy between them that a queue makes. */
function run(progressCalls: (readonly [number, string])[] = []) {
  const order = createOrder();
  const strategyRun = runStrategy(
    order,
    () => world,
    (share, doing = '') => void progressCalls.push([share, doing]),
  );
  const copy = deserialize(serialize(strategyRun)) as typeof strategyRun;
  expect(copy).toEqual(strategyRun);
  return reportBacktest({ ...order, run: copy }, { nowMs: () => 1, codeVersion: 'test' });
}

/** Trades in the head of a report. */
const extractTrades = (report: string): number =>
  Number(/<dt>Trades<\/dt>\s*<dd>([\d,]+)<\/dd>/.exec(report)?.[1]?.replaceAll(',', ''));

describe('backtest job', () => {
  it('reports progress, records its trial, and returns the figures of its report', () => {
    const progressCalls: (readonly [number, string])[] = [];
    const { result, report } = run(progressCalls);
    const fractions = progressCalls.map(([share]) => share);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect([fractions[0], fractions.at(-1)]).toEqual([0, 1]);
    expect(progressCalls[1]?.[1]).toMatch(/^simulating, day 1 of \d+$/);
    const lines = readFileSync(getLedgerPath(dataDir), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      mode: 'electricity',
      playbook: 'MEAN_REVERT',
      market: DESK_WORLD_NAME,
    });
    expect(result.trades).toBeGreaterThan(0);
    expect(result.configurations).toBe(1);
    expect(report).toContain(result.verdict.replaceAll("'", '&#39;'));
    // The account lost the costs of its trades.
    const years = (Date.parse(result.until) - Date.parse(result.from)) / (365.25 * DAY_MS);
    expect(result.netPercentAYear).toBeCloseTo((100 * result.netProfit) / 25_000 / years, 6);
    expect(result.edgeBp.value ?? NaN).toBeLessThan(result.costBp.value ?? NaN);
    expect(extractTrades(report)).toBe(result.trades);
  });

  it('stores curve, months and trades that agree with the figures and the report', () => {
    const { result, report } = run();
    const { details } = result;
    if (!details) throw new Error('a result must have details');
    const [, last] = details.equity.at(-1) ?? [0, 0];
    expect(last - 25_000).toBeCloseTo(result.netProfit, 2);
    expect(details.equity.length).toBeGreaterThan(10);
    expect(Math.min(...details.drawdown.map(([, percent]) => percent))).toBeCloseTo(
      -(result.drawdownPercent.value ?? NaN),
      2,
    );
    // Newest first, numbered to the number of trades on page and report.
    expect(details.trades[0]?.number).toBe(result.trades);
    expect(details.trades.length).toBe(Math.min(60, result.trades));
    expect(report).toMatch(
      new RegExp(`(All|Last \\d+(?: legs)? of) ${result.trades.toLocaleString('en-US')} trades`),
    );
    for (const { months, totalPercent } of details.years) {
      const factor = months.reduce<number>(
        (product, month) => product * (1 + (month ?? 0) / 100),
        1,
      );
      expect(100 * (factor - 1)).toBeCloseTo(totalPercent ?? NaN, 6);
    }
    const total = details.years.reduce(
      (product, { totalPercent }) => product * (1 + (totalPercent ?? 0) / 100),
      1,
    );
    expect(25_000 * (total - 1)).toBeCloseTo(result.netProfit, 2);
  });

  it('never reveals the live seed', () => {
    const { result, report } = run();
    for (const text of [
      report,
      JSON.stringify(result),
      readFileSync(getLedgerPath(dataDir), 'utf8'),
    ])
      expect(text).not.toContain(SEED);
  });

  it('shows no result that could not be recorded', () => {
    const ledger = getLedgerPath(dataDir);
    const before = readFileSync(ledger, 'utf8');
    const lock = lockFile(`${ledger}.lock`, 0);
    expect(() => recordTrials(ledger, [], 1, 10)).toThrow(
      /Another backtest or evaluation has locked/,
    );
    lock?.release();
    writeFileSync(ledger, before.replace('"days":', '"days":1'));
    expect(() => run()).toThrow(TrialsError);
    writeFileSync(ledger, before);
    expect(() => run()).not.toThrow();
  });

  it('rejects an unknown strategy', () => {
    expect(() =>
      runStrategy(
        { ...createOrder(), playbook: 'NOPE' },
        () => world,
        () => undefined,
      ),
    ).toThrow(RangeError);
  });
});

describe('span of the live market', () => {
  it('ends at the last midnight and starts no earlier than the first traded day', () => {
    const now = Date.UTC(2026, 1, 28, 23, 59, 59);
    expect(getDeskSpan('s', 2, now)).toMatchObject({
      fromMs: Date.UTC(2024, 1, 28),
      untilMs: Date.UTC(2026, 1, 28),
    });
    expect(getDeskSpan('s', 10, Date.UTC(2018, 5, 1, 3)).fromMs).toBe(FIRST_TRADED_MS);
  });
});
