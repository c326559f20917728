// What the program says of luck: worlds without an edge, the best of many, days side by side, and a
// folder of histories.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { efficientRows, efficientText } from '../../../app/programs/backtest/efficient';
import { readHistories } from '../../../app/programs/backtest/histories';
import { type BacktestOutcome, dailyGains } from '../../../app/server/backtests/outcome';
import { overfitByMode, overfitLines } from '../../../app/programs/backtest/overfitting';
import { walkSideBySide } from '../../../app/programs/backtest/pool';
import { historyText } from '../../../app/programs/backtest/print';
import { outOfSampleSpan } from '../../../app/server/backtests/spans';
import { type Studied, walkHere } from '../../../app/server/backtests/study';
import { studyFiles } from '../../../app/programs/backtest/study-files';
import { getBacktestConclusion } from '../../../app/server/backtests/conclusion';
import type { BacktestRun } from '../../../app/trading/backtest/tape';
import { seededRandom } from '../../../app/trading/random';
import type { PlaybookRow } from '../../../app/trading/strategies/playbook';
import { listPlaybooks } from '../../../app/trading/strategies/playbooks/catalogue';
import { DAY_MS } from '../../../app/trading/domain/time';

const CORN = listPlaybooks('corn');
const random = seededRandom('doubts');
const SILENT = { update: () => undefined, end: () => undefined };
const studied = (
  row: PlaybookRow,
  years: readonly (readonly [net: number, gross: number])[],
  gains: readonly Float64Array[] = [],
): Studied => ({
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

describe('worlds that leave nothing on the table', () => {
  const luck = (row: PlaybookRow, place: number): Studied =>
    studied(
      row,
      Array.from({ length: 20 }, (_, year) => {
        const u = random.uniform(`luck ${place}`, year) - 0.5;
        return [u - 0.2, u] as const;
      }),
    );

  it('leave luck before costs and losses after them', () => {
    const rows = efficientRows(CORN.map(luck));
    expect(rows.every(({ hasEdge }) => !hasEdge)).toBe(true);
    expect(efficientText(rows, 2, 10)).toContain('None has an edge after costs');
    expect(rows[0]?.net.mean).toBeCloseTo((rows[0]?.gross.mean ?? NaN) - 0.2, 12);
  });

  it('show an edge where one gains year after year', () => {
    const [first, ...others] = CORN;
    if (!first) throw new RangeError('corn has playbooks');
    const rows = efficientRows([
      studied(
        first,
        Array.from({ length: 20 }, (_, year) => [5 + (year % 3), 6] as const),
      ),
      ...others.map(luck),
    ]);
    expect(rows.filter(({ hasEdge }) => hasEdge).map(({ row }) => row.id)).toEqual([first.id]);
    expect(efficientText(rows, 2, 10)).toContain(`AN EDGE where none may be: corn ${first.id}`);
  });
});

describe('the probability of overfitting', () => {
  it('is told of each mode over the days of all worlds', () => {
    const noise = (name: string): Float64Array =>
      Float64Array.from({ length: 400 }, (_, day) => random.uniform(name, day) - 0.5);
    const modes = overfitByMode(
      CORN.map((row) => studied(row, [], [noise(`${row.id} 1`), noise(`${row.id} 2`)])),
    );
    expect(modes).toMatchObject([{ mode: 'corn', playbooks: 11 }]);
    expect(modes[0]?.overfit?.splits).toBe(12_870);
    expect(modes[0]?.overfit?.probability).toBeGreaterThan(0.2);
    const skilled = overfitByMode(
      CORN.map((row, place) =>
        studied(row, [], [noise(`${row.id} 3`).map((gain) => gain + (place === 0 ? 0.5 : 0))]),
      ),
    );
    expect(skilled[0]?.overfit?.probability).toBe(0);
    expect(overfitLines(skilled).at(-1)).toContain('Corn Futures: 0.00 over 11 playbooks');
    expect(overfitLines(overfitByMode([studied(CORN[0] as PlaybookRow, [])]))).toEqual([]);
  });
});

describe('daily gains', () => {
  it('are the change of equity by day, over the capital', () => {
    const run = {
      stampsMs: Float64Array.from([0.2 * DAY_MS, 0.9 * DAY_MS, 2.5 * DAY_MS]),
      equityMills: Float64Array.from([1000, 1100, 1000]),
      capitalMills: 1000,
    } as unknown as BacktestRun;
    expect([...dailyGains(run, 0, 4 * DAY_MS)]).toEqual([0.1, 0, -0.1, 0]);
  });
});

describe('worlds side by side', () => {
  it('are walked here where one thread is enough', async () => {
    const here = walkHere(() => {
      throw new RangeError('opened here');
    });
    await expect(async () =>
      walkSideBySide(1, here)(
        CORN,
        [outOfSampleSpan('a', 1), outOfSampleSpan('b', 1)],
        () => undefined,
      ),
    ).rejects.toThrow('opened here');
    await expect(async () =>
      walkSideBySide(4, here)(
        CORN.slice(0, 1),
        [outOfSampleSpan('a', 1), outOfSampleSpan('b', 1)],
        () => undefined,
      ),
    ).rejects.toThrow('opened here');
  });
});

describe('a folder of histories', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'histories-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is read file by file, and each mode that it has gets a table', () => {
    expect(() => readHistories(folder)).toThrow(/no CSV file/);
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
    const judged = studyFiles(histories, [...listPlaybooks('soybeans'), ...CORN], SILENT).map(
      (one) => ({ ...one, verdict: getBacktestConclusion(one, { count: 1, variance: null }) }),
    );
    const text = historyText(judged);
    expect(text).toContain('Soybean Futures: ZS.csv, 2020-01-01 to 2021-05-');
    expect(text).toMatch(/\nCHINA_BUYING +\d/);
    expect(text).toContain('2 of 22 can run on what is there');
    expect(text).toContain('Corn Futures, SUPPLY_CHAIN: not run, no history of corn was named.');
  });
});
