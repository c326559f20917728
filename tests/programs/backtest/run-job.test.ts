// A backtest as the app runs it: in the ledger before anybody sees it, with figures that agree with
// its report.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockFile } from '../../../db/lock.server';
import type { JobOrder } from '../../../app/server/backtests/job';
import { TrialsError, enterTrials, ledgerIn } from '../../../app/server/backtests/ledger';
import { runJob } from '../../../app/server/backtests/run-job';
import { DESK_WORLD, FIRST_TRADED_MS, deskSpan } from '../../../app/server/backtests/spans';
import { createWorld } from '../../../app/trading/simulation/world';

const SEED = 'a-seed-that-nobody-may-read';
let dataDir = '';
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'run-job-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const world = createWorld({ seed: SEED });
const order = (): JobOrder => ({
  mode: 'electricity',
  playbook: 'MEAN_REVERT',
  dataDir,
  seedName: 'that of this desk',
  span: {
    seed: SEED,
    name: DESK_WORLD,
    fromMs: Date.UTC(2010, 11, 1),
    untilMs: Date.UTC(2010, 11, 15),
  },
});
const run = (told: (readonly [number, string])[] = []) =>
  runJob(order(), {
    open: () => world,
    nowMs: () => 1,
    codeVersion: 'test',
    onProgress: (share, doing) => void told.push([share, doing]),
  });

describe('a job', () => {
  it('tells its progress, enters its trial, and answers with the figures of its report', () => {
    const told: (readonly [number, string])[] = [];
    const { result, report } = run(told);
    const shares = told.map(([share]) => share);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect([shares[0], told.at(-1)]).toEqual([
      0,
      [0.9, 'reckons how far the result could be luck'],
    ]);
    expect(told[1]?.[1]).toMatch(/^simulating, day 1 of \d+$/);
    const lines = readFileSync(ledgerIn(dataDir), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      mode: 'electricity',
      playbook: 'MEAN_REVERT',
      market: DESK_WORLD,
    });
    expect(result.trades).toBeGreaterThan(0);
    expect(result.configurations).toBe(1);
    expect(report).toContain(result.verdict.replaceAll("'", '&#39;'));
    expect(result.netPercentOnBook).toBeLessThan(
      result.netPercentAYear > 0 ? result.netPercentAYear : 0,
    );
  });

  it('says the seed of the desk nowhere', () => {
    const { result, report } = run();
    for (const text of [report, JSON.stringify(result), readFileSync(ledgerIn(dataDir), 'utf8')])
      expect(text).not.toContain(SEED);
  });

  it('shows nothing that it could not enter', () => {
    const ledger = ledgerIn(dataDir);
    const before = readFileSync(ledger, 'utf8');
    const lock = lockFile(`${ledger}.lock`, 0);
    expect(() => enterTrials(ledger, [], 1, 10)).toThrow(
      /Another backtest or evaluation has locked/,
    );
    lock?.release();
    writeFileSync(ledger, before.replace('"days":', '"days":1'));
    expect(() => run()).toThrow(TrialsError);
    writeFileSync(ledger, before);
    expect(() => run()).not.toThrow();
  });

  it('knows no playbook but those of the catalogue', () => {
    expect(() =>
      runJob(
        { ...order(), playbook: 'NOPE' },
        { open: () => world, nowMs: () => 1, codeVersion: 'test', onProgress: () => undefined },
      ),
    ).toThrow(RangeError);
  });
});

describe('the past of a desk', () => {
  it('ends with the last midnight, however late it is, and begins no earlier than any world is traded', () => {
    const now = Date.UTC(2026, 1, 28, 23, 59, 59);
    expect(deskSpan('s', 2, now)).toMatchObject({
      fromMs: Date.UTC(2024, 1, 28),
      untilMs: Date.UTC(2026, 1, 28),
    });
    expect(deskSpan('s', 10, Date.UTC(2018, 5, 1, 3)).fromMs).toBe(FIRST_TRADED_MS);
  });
});
