// The program that tests playbooks: files, errors, ledger and verdict.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvTapes } from '../../../app/programs/backtest/csv-tapes';
import { enterTrials, spreadOfMode } from '../../../app/server/backtests/ledger';
import { measuredSource } from '../../../app/programs/backtest/measured';
import type { BacktestOutcome } from '../../../app/server/backtests/outcome';
import { backtestProgram } from '../../../app/programs/backtest/program';
import type { Studied } from '../../../app/server/backtests/study';
import { getBacktestConclusion } from '../../../app/server/backtests/conclusion';
import { type ImportedHistory, importHistory } from '../../../app/trading/market/csv-import';
import type { CommodityKey } from '../../../app/trading/domain/commodity';
import { findPlaybookRow } from '../../../app/trading/strategies/playbooks/catalogue';
import type { PlaybookRow } from '../../../app/trading/strategies/playbook';
import { runPrinted } from '../../support/printed';
import { DAY_MS } from '../../../app/trading/domain/time';

const MADE = Date.UTC(2026, 10, 22);
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backtest-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const noWorld = (): never => {
  throw new RangeError('no world was to be opened');
};
const run = (...args: string[]) =>
  runPrinted(backtestProgram({ open: noWorld, nowMs: () => MADE, dataDir: () => folder }), ...args);

/** Daily bars of three years in a slow wave. */
function waves(period: number, level: number): string {
  const rows = ['Date,Open,High,Low,Close'];
  for (let day = 0; day < 1100; day += 1) {
    const date = new Date(Date.UTC(2020, 0, 1) + day * DAY_MS);
    if (date.getUTCDay() % 6 === 0) continue;
    const at = (place: number): number =>
      level * (1 + 0.3 * Math.sin(place / period) + 0.01 * Math.sin(place * 1.7));
    const [open, close] = [at(day - 1), at(day)];
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
function imported(name: string, text: string, commodity: CommodityKey): ImportedHistory {
  const outcome = importHistory({ name, text, commodity });
  if (!outcome.ok) throw new RangeError(outcome.refusal.message);
  return outcome.value;
}
const row = (commodity: CommodityKey, id: string): PlaybookRow => {
  const found = findPlaybookRow(commodity, id);
  if (!found) throw new RangeError(`${commodity} has no ${id}`);
  return found;
};

describe('tapes of files', () => {
  const corn = imported('corn.csv', waves(60, 400), 'corn');
  const soybeans = imported('beans.csv', waves(75, 1000), 'soybeans');

  it('are the bars of a file, with inputs that other files have by the end of each bar', () => {
    const spread = csvTapes([corn, soybeans])(row('corn', 'CROP_ROTATION'));
    if ('missing' in spread) throw new RangeError(spread.missing);
    expect(spread.chains.map(({ chain }) => chain)).toEqual(['CORN', 'SOYB']);
    const [month] = spread.chains[0]?.months ?? [];
    expect([...(month?.bars.close ?? [])]).toEqual(corn.bars.map(({ closeTicks }) => closeTicks));
    const [first] = soybeans.bars;
    const hidden: ImportedHistory = {
      ...soybeans,
      bars: soybeans.bars.filter((bar) => bar.endsMs < (corn.bars[400]?.endsMs ?? 0)),
    };
    const cut = csvTapes([corn, hidden])(row('corn', 'CROP_ROTATION'));
    if ('missing' in cut || !first) throw new RangeError('the cut file has a spread too');
    expect([...(cut.chains[0]?.months[0]?.inputs[0] ?? [])].slice(0, 400)).toEqual(
      [...(month?.inputs[0] ?? [])].slice(0, 400),
    );
    expect(cut.chains[0]?.months[0]?.inputs[0]?.[420]).not.toBe(month?.inputs[0]?.[420]);
  });

  it('say what a file does not have', () => {
    const of = csvTapes([corn]);
    expect(of(row('corn', 'WEATHER_CROP'))).toEqual({
      missing: expect.stringContaining('no input here: wxa/CORN'),
    });
    expect(of(row('corn', 'SUPPLY_CHAIN'))).toEqual({
      missing: expect.stringContaining('carry/CORN/slope'),
    });
    expect(of(row('corn', 'SEASONAL_SPREAD'))).toEqual({
      missing: expect.stringContaining('single months'),
    });
    expect(of(row('corn', 'CROP_ROTATION'))).toEqual({ missing: 'no history of SOYB was named' });
    expect(of(row('oil', 'TREND_FOLLOW'))).toEqual({ missing: 'no history of oil was named' });
    expect(
      of({ ...row('soybeans', 'CHINA_BUYING'), commodity: 'corn', bar: '1h', chains: null }),
    ).toEqual({ missing: expect.stringContaining('bars of 1h') });
  });
});

describe('npm run backtest', () => {
  it('tests the playbooks of a mode on a file and names those that have no input', async () => {
    const file = join(folder, 'soybean-futures.csv');
    writeFileSync(file, waves(60, 1000));
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
    const told = JSON.parse(many.printed) as {
      trials: number;
      playbooks: { id: string; missing: string | null; outcomes: { trades: number }[] }[];
    };
    expect(told.playbooks).toHaveLength(11);
    expect(told.playbooks.find(({ id }) => id === 'WEATHER_CROP')?.missing).toContain(
      'no input here',
    );
    expect(
      told.playbooks.find(({ id }) => id === 'CHINA_BUYING')?.outcomes[0]?.trades,
    ).toBeGreaterThan(0);
    expect(told.trials).toBe(
      readFileSync(join(folder, 'trials.jsonl'), 'utf8').trim().split('\n').length,
    );
    expect(
      (await run('--mode', 'soybeans', '--playbook', 'WEATHER_CROP', '--csv', file)).code,
    ).toBe(1);
  });

  it.each([
    [['--mode', 'bananas'], "There is no mode 'bananas'. There are electricity"],
    [['--mode', 'corn', '--playbook', 'NOPE'], 'It has WEATHER_CROP, DROUGHT_PREMIUM'],
    [[], 'Name a mode with --mode'],
    [['--mode', 'corn', '--worlds', '1'], "--worlds must be a whole number from 2 to 100, not '1'"],
    [['--mode', 'corn', '--years', 'ten'], '--years must be'],
    [['--mode', 'corn', '--csv', 'gone.csv'], 'gone.csv cannot be read'],
    [['--mode', 'corn', 'gone.csv'], 'takes files with --csv'],
    [['--mode', 'corn', '--csv', 'gone.csv', '--worlds', '3'], 'leave it out with --csv'],
    [['--mode', 'corn', '--html', 'x.html'], '--html writes one playbook'],
    [['--mode', 'corn', '--write'], 'add --all-modes and --worlds'],
    [['--all-modes', '--mode', 'corn'], '--all-modes stands alone'],
    [['--nonsense'], 'Try --help'],
  ])('refuses %j', async (args, said) => {
    const { code, printed } = await run(...args);
    expect(code).toBe(1);
    expect(printed).toContain(said);
  });

  it('helps', async () => {
    const { code, printed } = await run('--help');
    expect(code).toBe(0);
    for (const option of ['--mode K', '--worlds N', '--csv FILE...', '--html FILE', '--write'])
      expect(printed).toContain(option);
  });

  it('does not go on from a ledger that was changed', async () => {
    const file = join(folder, 'soybeans.csv');
    writeFileSync(file, waves(60, 1000));
    const own = mkdtempSync(join(folder, 'ledger-'));
    const again = () =>
      runPrinted(
        backtestProgram({ open: noWorld, nowMs: () => MADE, dataDir: () => own }),
        '--mode',
        'soybeans',
        '--playbook',
        'CHINA_BUYING',
        '--csv',
        file,
      );
    expect((await again()).code).toBe(0);
    const ledger = join(own, 'trials.jsonl');
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('"days":', '"days":1'));
    const { code, printed } = await again();
    expect(code).toBe(1);
    expect(printed).toContain('line 1');
  });
});

const outcome = (percent: number, sharpe: number): BacktestOutcome => ({
  market: `world ${percent}`,
  fromMs: 0,
  untilMs: DAY_MS,
  trades: 4,
  allocatedReturnPercent: percent,
  bookReturnPercent: percent / 20,
  sharpe: 16 * sharpe,
  drawdownPercent: 1,
  costSharePercent: null,
  winRatePercent: 50,
  evidence: { sharpe, count: 2500, skewness: 0, kurtosis: 3 },
  years: [],
  refusals: {},
});
const studied = (id: string, ...outcomes: readonly BacktestOutcome[]): Studied => ({
  row: row('corn', id),
  outcomes,
  gains: [],
  missing: null,
  last: null,
});

describe('a verdict', () => {
  it('is an edge only where the middle world gains and luck does not explain it', () => {
    const calm = { count: 11, variance: 1e-5 };
    const good = getBacktestConclusion(
      studied('WEATHER_CROP', outcome(8, 0.05), outcome(12, 0.06), outcome(-1, 0.04)),
      calm,
    );
    expect(good).toMatchObject({ trades: 12, hasEdge: true });
    expect(good.range?.median).toBe(8);
    expect(
      getBacktestConclusion(studied('WEATHER_CROP', outcome(8, 0.05), outcome(12, 0.06)), {
        count: 11,
        variance: 0.04,
      }).hasEdge,
    ).toBe(false);
    expect(
      getBacktestConclusion(studied('WEATHER_CROP', outcome(-8, 0.05), outcome(-2, 0.06)), calm)
        .hasEdge,
    ).toBe(false);
    expect(getBacktestConclusion(studied('WEATHER_CROP'), calm)).toMatchObject({
      range: null,
      sharpe: null,
      deflatedSharpe: null,
      hasEdge: false,
    });
  });

  it('reckons with every configuration of the mode, whatever the number of worlds', () => {
    const file = join(folder, 'spread.jsonl');
    const trials = enterTrials(
      file,
      [
        studied('WEATHER_CROP', outcome(1, 0.01), outcome(2, 0.03)),
        studied('SUPPLY_CHAIN', outcome(1, -0.02)),
      ],
      MADE,
    );
    expect(spreadOfMode(trials, 'corn').count).toBe(2);
    expect(spreadOfMode(trials, 'corn').variance).toBeCloseTo(0.0008, 10);
    const changed: Studied = {
      ...studied('WEATHER_CROP', outcome(1, 0)),
      row: { ...row('corn', 'WEATHER_CROP'), stopRanges: 9 },
    };
    expect(spreadOfMode(enterTrials(file, [changed], MADE), 'corn').count).toBe(3);
    expect(spreadOfMode(trials, 'oil')).toEqual({ count: 1, variance: null });
  });

  it('is written as source that carries the hash of its rows', () => {
    const source = (percent: number): string =>
      measuredSource(
        [
          {
            ...studied('WEATHER_CROP', outcome(percent, 0.01)),
            verdict: getBacktestConclusion(studied('WEATHER_CROP', outcome(percent, 0.01)), {
              count: 1,
              variance: null,
            }),
          },
        ],
        2,
        10,
        '1',
      );
    expect(source(3)).toContain('trades: 4, medianPercent: 3,');
    const hash = (text: string): string | undefined => /hash: '([0-9a-f]{64})'/.exec(text)?.[1];
    expect(hash(source(3))).toBeDefined();
    expect(hash(source(3))).not.toBe(hash(source(4)));
  });
});
