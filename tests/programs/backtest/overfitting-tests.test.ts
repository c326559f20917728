// Overfitting tests of the program, placebo markets, parallel runs and history folders.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  computeEfficientRows,
  formatEfficientTest,
} from '../../../app/programs/backtest/efficient';
import { readHistories } from '../../../app/programs/backtest/histories';
import {
  type BacktestOutcome,
  computeDailyGains,
} from '../../../app/server/backtests/backtest-outcome';
import {
  computeOverfitByCommodity,
  formatOverfitLines,
} from '../../../app/programs/backtest/overfitting';
import { createParallelWalk } from '../../../app/programs/backtest/pool';
import { formatHistories } from '../../../app/programs/backtest/print';
import { getOutOfSampleSpan } from '../../../app/server/backtests/world-span';
import { type StudyResult, simulateInThread } from '../../../app/server/backtests/study';
import { studyFiles } from '../../../app/programs/backtest/study-files';
import { runTapesInThread } from '../../../app/programs/backtest/tape-runs';
import { getBacktestConclusion } from '../../../app/server/backtests/backtest-conclusion';
import type { BacktestRun } from '../../../app/trading/backtest/backtest-run';
import { createSeededRandom } from '../../../app/trading/random';
import type { PlaybookRow } from '../../../app/trading/strategies/playbook';
import { listPlaybooks } from '../../../app/trading/strategies/playbooks/catalog';
import { DAY_MS } from '../../../app/trading/domain/time';

const CORN = listPlaybooks('corn');
const random = createSeededRandom('doubts');
const NO_PROGRESS = { update: () => undefined, endPhase: () => undefined };
const createStudy = (
  row: PlaybookRow,
  years: readonly (readonly [net: number, gross: number])[],
  gains: readonly Float64Array[] = [],
): StudyResult => ({
  row,
  missing: null,
  last: null,
  gains,
  outcomes: [
    {
      trades: 5,
      years: years.map(([netPercent, grossPercent]) => ({ netPercent, grossPercent })),
    } as unknown as BacktestOutcome,
  ],
});

describe('efficient markets', () => {
  const createRandomStudy = (row: PlaybookRow, index: number): StudyResult =>
    createStudy(
      row,
      Array.from({ length: 20 }, (_, year) => {
        const u = random.uniform(`luck ${index}`, year) - 0.5;
        return [u - 0.2, u] as const;
      }),
    );

  it('show chance before costs and losses after costs', () => {
    const rows = computeEfficientRows(CORN.map(createRandomStudy));
    expect(rows.every(({ hasEdge }) => !hasEdge)).toBe(true);
    expect(formatEfficientTest(rows, 2, 10)).toContain('No edge after costs');
    expect(rows[0]?.net.mean).toBeCloseTo((rows[0]?.gross.mean ?? NaN) - 0.2, 12);
  });

  it('report a planted edge', () => {
    const [first, ...others] = CORN;
    if (!first) throw new RangeError('corn has playbooks');
    const rows = computeEfficientRows([
      createStudy(
        first,
        Array.from({ length: 20 }, (_, year) => [5 + (year % 3), 6] as const),
      ),
      ...others.map(createRandomStudy),
    ]);
    expect(rows.filter(({ hasEdge }) => hasEdge).map(({ row }) => row.id)).toEqual([first.id]);
    expect(formatEfficientTest(rows, 2, 10)).toContain(
      `UNEXPECTED EDGE on an efficient market: corn ${first.id}`,
    );
  });
});

describe('probability of overfitting', () => {
  it('is computed per commodity over the days of all paths', () => {
    const createNoise = (name: string): Float64Array =>
      Float64Array.from({ length: 400 }, (_, day) => random.uniform(name, day) - 0.5);
    const modes = computeOverfitByCommodity(
      CORN.map((row) =>
        createStudy(row, [], [createNoise(`${row.id} 1`), createNoise(`${row.id} 2`)]),
      ),
    );
    expect(modes).toMatchObject([{ mode: 'corn', playbooks: 12 }]);
    expect(modes[0]?.overfit?.splits).toBe(12_870);
    expect(modes[0]?.overfit?.probability).toBeGreaterThan(0.2);
    const withSkill = computeOverfitByCommodity(
      CORN.map((row, index) =>
        createStudy(
          row,
          [],
          [createNoise(`${row.id} 3`).map((gain) => gain + (index === 0 ? 0.5 : 0))],
        ),
      ),
    );
    expect(withSkill[0]?.overfit?.probability).toBe(0);
    expect(formatOverfitLines(withSkill).at(-1)).toContain('Corn Futures: 0.00 over 12 strategies');
    expect(
      formatOverfitLines(computeOverfitByCommodity([createStudy(CORN[0] as PlaybookRow, [])])),
    ).toEqual([]);
  });
});

describe('daily gains', () => {
  it('are the daily equity changes over the capital', () => {
    const run = {
      stampsMs: Float64Array.from([0.2 * DAY_MS, 0.9 * DAY_MS, 2.5 * DAY_MS]),
      equityMills: Float64Array.from([1000, 1100, 1000]),
      capitalMills: 1000,
    } as unknown as BacktestRun;
    expect([...computeDailyGains(run, 0, 4 * DAY_MS)]).toEqual([0.1, 0, -0.1, 0]);
  });
});

describe('parallel simulation', () => {
  it('runs in this thread for one thread or one strategy', async () => {
    const runLocally = simulateInThread(() => {
      throw new RangeError('opened here');
    });
    await expect(async () =>
      createParallelWalk(1, runLocally)(
        CORN,
        [getOutOfSampleSpan('a', 1), getOutOfSampleSpan('b', 1)],
        () => undefined,
      ),
    ).rejects.toThrow('opened here');
    await expect(async () =>
      createParallelWalk(4, runLocally)(
        CORN.slice(0, 1),
        [getOutOfSampleSpan('a', 1), getOutOfSampleSpan('b', 1)],
        () => undefined,
      ),
    ).rejects.toThrow('opened here');
  });
});

describe('history folder', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'histories-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is read file by file, with one table per commodity', async () => {
    expect(() => readHistories(folder)).toThrow(/No price CSV files/);
    mkdirSync(join(folder, 'futures-daily'));
    const rows = Array.from(
      { length: 500 },
      (_, day) =>
        `${new Date(Date.UTC(2020, 0, 1) + day * DAY_MS).toISOString().slice(0, 10)},${(1000 + 200 * Math.sin(day / 40)).toFixed(2)}`,
    );
    writeFileSync(join(folder, 'futures-daily', 'ZS.csv'), `date,close\n${rows.join('\n')}\n`);
    const histories = readHistories(folder);
    expect(histories.map(({ name, instrument }) => [name, instrument.commodity])).toEqual([
      ['ZS.csv', 'soybeans'],
    ]);
    const studied = await studyFiles(
      histories,
      [...listPlaybooks('soybeans'), ...CORN],
      runTapesInThread,
      NO_PROGRESS,
    );
    const judged = studied.map((one) => ({ ...one, verdict: getBacktestConclusion(one, 1) }));
    const text = formatHistories(judged);
    expect(text).toContain('Soybean Futures: ZS.csv, 2020-01-01 to 2021-05-');
    expect(text).toMatch(/\nCHINA_BUYING +\d/);
    expect(text).toContain('2 of 24 strategies ran');
    expect(text).toContain('Corn Futures, SUPPLY_CHAIN: not run, no price history for corn.');
  });
});
