// npm run backtest: files, errors, trial ledger and conclusions.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCsvTapes } from '../../../app/programs/backtest/csv-tapes';
import { recordTrials, countFamilyTrials } from '../../../app/server/backtests/trial-ledger';
import { buildMeasuredSource } from '../../../app/programs/backtest/measured';
import type { BacktestOutcome } from '../../../app/server/backtests/backtest-outcome';
import { backtestProgram } from '../../../app/programs/backtest/program';
import type { StudyResult } from '../../../app/server/backtests/study';
import { getBacktestConclusion } from '../../../app/server/backtests/backtest-conclusion';
import { type ImportedHistory, importHistory } from '../../../app/trading/market/csv-import';
import type { CommodityKey } from '../../../app/trading/domain/commodity';
import { findPlaybookRow } from '../../../app/trading/strategies/playbooks/catalog';
import type { PlaybookRow } from '../../../app/trading/strategies/playbook';
import { runCaptured } from '../../support/run-captured';
import { DAY_MS } from '../../../app/trading/domain/time';

const CREATED_MS = Date.UTC(2026, 10, 22);
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backtest-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const failOnSimulation = (): never => {
  throw new RangeError('no simulation expected');
};
const run = (...args: string[]) =>
  runCaptured(
    backtestProgram({ open: failOnSimulation, nowMs: () => CREATED_MS, dataDir: () => folder }),
    ...args,
  );

/** Three years of daily bars in a slow wave. */
function createWaveCsv(period: number, level: number): string {
  const rows = ['Date,Open,High,Low,Close'];
  for (let day = 0; day < 1100; day += 1) {
    const date = new Date(Date.UTC(2020, 0, 1) + day * DAY_MS);
    if (date.getUTCDay() % 6 === 0) continue;
    const getPrice = (place: number): number =>
      level * (1 + 0.3 * Math.sin(place / period) + 0.01 * Math.sin(place * 1.7));
    const [open, close] = [getPrice(day - 1), getPrice(day)];
    rows.push(
      [
        date.toISOString().slice(0, 10),
        ...[open, Math.max(open, close) * 1.002, Math.min(open, close) * 0.998, close].map(
          (price) => price.toFixed(2),
        ),
      ].join(','),
    );
  }
  return `${rows.join('\n')}\n`;
}
function importCsv(name: string, text: string, commodity: CommodityKey): ImportedHistory {
  const outcome = importHistory({ name, text, commodity });
  if (!outcome.ok) throw new RangeError(outcome.refusal.message);
  return outcome.value;
}
const findRow = (commodity: CommodityKey, id: string): PlaybookRow => {
  const found = findPlaybookRow(commodity, id);
  if (!found) throw new RangeError(`${commodity} has no ${id}`);
  return found;
};

describe('tapes from files', () => {
  const corn = importCsv('corn.csv', createWaveCsv(60, 400), 'corn');
  const soybeans = importCsv('beans.csv', createWaveCsv(75, 1000), 'soybeans');

  it('use the bars of a file and inputs available at the end of each bar', () => {
    const spread = createCsvTapes([corn, soybeans])(findRow('corn', 'CROP_ROTATION'));
    if ('missing' in spread) throw new RangeError(spread.missing);
    expect(spread.chains.map(({ chain }) => chain)).toEqual(['CORN', 'SOYB']);
    const [month] = spread.chains[0]?.months ?? [];
    expect([...(month?.bars.close ?? [])]).toEqual(corn.bars.map(({ closeTicks }) => closeTicks));
    const [first] = soybeans.bars;
    const hidden: ImportedHistory = {
      ...soybeans,
      bars: soybeans.bars.filter((bar) => bar.endsMs < (corn.bars[400]?.endsMs ?? 0)),
    };
    const cut = createCsvTapes([corn, hidden])(findRow('corn', 'CROP_ROTATION'));
    if ('missing' in cut || !first) throw new RangeError('the cut file has a spread too');
    expect([...(cut.chains[0]?.months[0]?.inputs[0] ?? [])].slice(0, 400)).toEqual(
      [...(month?.inputs[0] ?? [])].slice(0, 400),
    );
    expect(cut.chains[0]?.months[0]?.inputs[0]?.[420]).not.toBe(month?.inputs[0]?.[420]);
  });

  it('explain missing inputs', () => {
    const getTapes = createCsvTapes([corn]);
    expect(getTapes(findRow('corn', 'WEATHER_CROP'))).toEqual({
      missing: expect.stringContaining('input missing: wxa/CORN'),
    });
    expect(getTapes(findRow('corn', 'SUPPLY_CHAIN'))).toEqual({
      missing: expect.stringContaining('carry/CORN/slope'),
    });
    expect(getTapes(findRow('corn', 'SEASONAL_SPREAD'))).toEqual({
      missing: expect.stringContaining('single contract months'),
    });
    expect(getTapes(findRow('corn', 'CROP_ROTATION'))).toEqual({
      missing: 'no price history for SOYB',
    });
    expect(getTapes(findRow('oil', 'TREND_FOLLOW'))).toEqual({
      missing: 'no price history for oil',
    });
    expect(
      getTapes({
        ...findRow('soybeans', 'CHINA_BUYING'),
        commodity: 'corn',
        bar: '1h',
        chains: null,
      }),
    ).toEqual({ missing: expect.stringContaining('1h bars') });
  });
});

describe('npm run backtest', () => {
  it('tests the strategies of a commodity on a file and lists those without input', async () => {
    const file = join(folder, 'soybean-futures.csv');
    writeFileSync(file, createWaveCsv(60, 1000));
    const html = join(folder, 'report.html');
    const { code, printed } = await run(
      '--mode',
      'soybeans',
      '--playbook',
      'china_buying',
      '--csv',
      file,
      '--html',
      html,
    );
    expect(code).toBe(0);
    expect(printed).toMatch(/CHINA_BUYING +[1-9]/);
    expect(printed).toContain('jump where contracts roll');
    expect(readFileSync(html, 'utf8')).toContain('soybean-futures.csv');
    const many = await run('--mode', 'soybeans', '--all', '--csv', file, '--json');
    const output = JSON.parse(many.printed) as {
      trials: number;
      playbooks: { id: string; missing: string | null; outcomes: { trades: number }[] }[];
    };
    expect(output.playbooks).toHaveLength(12);
    expect(output.playbooks.find(({ id }) => id === 'WEATHER_CROP')?.missing).toContain(
      'input missing',
    );
    expect(
      output.playbooks.find(({ id }) => id === 'CHINA_BUYING')?.outcomes[0]?.trades,
    ).toBeGreaterThan(0);
    expect(output.trials).toBe(
      readFileSync(join(folder, 'trials.jsonl'), 'utf8').trim().split('\n').length,
    );
    expect(
      (await run('--mode', 'soybeans', '--playbook', 'WEATHER_CROP', '--csv', file)).code,
    ).toBe(1);
  });

  it.each([
    [['--mode', 'bananas'], "Unknown commodity 'bananas'. Available: electricity"],
    [['--mode', 'corn', '--playbook', 'NOPE'], 'Available: WEATHER_CROP, DROUGHT_PREMIUM'],
    [[], 'Add --mode with one of'],
    [['--mode', 'corn', '--worlds', '1'], "--worlds must be an integer from 2 to 100, not '1'"],
    [['--mode', 'corn', '--years', 'ten'], '--years must be'],
    [['--mode', 'corn', '--csv', 'gone.csv'], 'Cannot read gone.csv'],
    [['--mode', 'corn', 'gone.csv'], 'Files need --csv'],
    [['--mode', 'corn', '--csv', 'gone.csv', '--worlds', '3'], 'omit it with --csv'],
    [['--mode', 'corn', '--html', 'x.html'], '--html needs one strategy'],
    [['--mode', 'corn', '--write'], 'add --all-modes and --worlds'],
    [['--all-modes', '--mode', 'corn'], '--all-modes cannot be combined'],
    [['--nonsense'], 'Try --help'],
  ])('rejects %j', async (args, message) => {
    const { code, printed } = await run(...args);
    expect(code).toBe(1);
    expect(printed).toContain(message);
  });

  it('prints help', async () => {
    const { code, printed } = await run('--help');
    expect(code).toBe(0);
    for (const option of ['--mode K', '--worlds N', '--csv FILE...', '--html FILE', '--write'])
      expect(printed).toContain(option);
  });

  it('rejects a changed trial ledger', async () => {
    const file = join(folder, 'soybeans.csv');
    writeFileSync(file, createWaveCsv(60, 1000));
    const ledgerFolder = mkdtempSync(join(folder, 'ledger-'));
    const runAgain = () =>
      runCaptured(
        backtestProgram({
          open: failOnSimulation,
          nowMs: () => CREATED_MS,
          dataDir: () => ledgerFolder,
        }),
        '--mode',
        'soybeans',
        '--playbook',
        'CHINA_BUYING',
        '--csv',
        file,
      );
    expect((await runAgain()).code).toBe(0);
    const ledger = join(ledgerFolder, 'trials.jsonl');
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('"days":', '"days":1'));
    const { code, printed } = await runAgain();
    expect(code).toBe(1);
    expect(printed).toContain('line 1');
  });
});

const createOutcome = (percent: number, sharpe: number): BacktestOutcome => ({
  market: `world ${percent}`,
  fromMs: 0,
  untilMs: DAY_MS,
  trades: 4,
  tradesPerYear: 0.4,
  accountReturnPercent: percent,
  worstYearPercent: percent - 5,
  turnoverPerYear: 2,
  totals: { notionalMills: 1_000_000, grossMills: 3000, costsMills: 1000 },
  sharpe: 16 * sharpe,
  drawdownPercent: 1,
  costSharePercent: null,
  winRatePercent: 50,
  evidence: { sharpe, count: 2500, skewness: 0, kurtosis: 3, perYear: 250 },
  years: [],
  refusals: {},
});
const createStudy = (id: string, ...outcomes: readonly BacktestOutcome[]): StudyResult => ({
  row: findRow('corn', id),
  outcomes,
  gains: [],
  missing: null,
  last: null,
});

describe('conclusion', () => {
  const buildConclusion = (trials: number, ...outcomes: readonly BacktestOutcome[]) =>
    getBacktestConclusion(createStudy('WEATHER_CROP', ...outcomes), trials);

  it('states account return, edge and cost, and the hurdle beside the deflated ratio', () => {
    const good = buildConclusion(11, createOutcome(8, 0.05), createOutcome(12, 0.06));
    expect(good).toMatchObject({
      trades: 8,
      tradesPerYear: 0.4,
      worstYearPercent: 3,
      drawdownPercent: 1,
      turnoverPerYear: 2,
      edge: { edgeBp: 30, costBp: 10 },
      grade: 'A',
    });
    expect(good.range?.median).toBe(10);
    // 11 trials without skill over 5000 days: 1.6223 sd of 1 / sqrt(4999), times sqrt(250).
    expect(good.deflated?.hurdleSharpe).toBeCloseTo(0.36277, 5);
    expect(
      buildConclusion(1, createOutcome(8, 0.05), createOutcome(12, 0.06)).deflated?.hurdleSharpe,
    ).toBe(0);
  });

  it('has no grade on one path, and grade A only with a significant Sharpe ratio', () => {
    expect(buildConclusion(11, createOutcome(8, 0.05)).grade).toBeNull();
    expect(buildConclusion(11, createOutcome(8, 0.005), createOutcome(12, 0.006)).grade).toBe('B');
    expect(buildConclusion(11, createOutcome(-8, -0.05), createOutcome(-2, -0.06)).grade).toBe('D');
    expect(buildConclusion(11)).toMatchObject({
      range: null,
      sharpe: null,
      deflated: null,
      edge: null,
      grade: null,
    });
  });

  it('counts every configuration of the family, independent of the number of paths', () => {
    const file = join(folder, 'spread.jsonl');
    const trials = recordTrials(
      file,
      [
        createStudy('WEATHER_CROP', createOutcome(1, 0.01), createOutcome(2, 0.03)),
        createStudy('SUPPLY_CHAIN', createOutcome(1, -0.02)),
      ],
      CREATED_MS,
    );
    const [crop, chain] = [findRow('corn', 'WEATHER_CROP'), findRow('corn', 'SUPPLY_CHAIN')];
    expect(crop.family).not.toBe(chain.family);
    expect([countFamilyTrials(trials, crop), countFamilyTrials(trials, chain)]).toEqual([1, 1]);
    const changed: StudyResult = {
      ...createStudy('WEATHER_CROP', createOutcome(1, 0)),
      row: { ...crop, stopRanges: 9 },
    };
    const more = recordTrials(file, [changed], CREATED_MS);
    expect(countFamilyTrials(more, crop)).toBe(2);
    const soybeans = findRow('soybeans', 'WEATHER_CROP');
    expect(soybeans.family).toBe(crop.family);
    expect(countFamilyTrials(more, soybeans)).toBe(3);
  });

  it('is written as source with the hash of its rows', () => {
    const buildSource = (percent: number): string =>
      buildMeasuredSource(
        [
          {
            ...createStudy('WEATHER_CROP', createOutcome(percent, 0.01)),
            verdict: getBacktestConclusion(
              createStudy('WEATHER_CROP', createOutcome(percent, 0.01)),
              1,
            ),
          },
        ],
        2,
        10,
        '1',
      );
    expect(buildSource(3)).toContain(
      'trades: 4, tradesPerYear: 0.4, accountPercents: [3], worstYearPercent: -2,',
    );
    const findHash = (text: string): string | undefined => /hash: '([0-9a-f]{64})'/.exec(text)?.[1];
    expect(findHash(buildSource(3))).toBeDefined();
    expect(findHash(buildSource(3))).not.toBe(findHash(buildSource(4)));
  });
});
