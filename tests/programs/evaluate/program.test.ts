// npm run evaluate: options, missing histories, and results on synthetic data.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readOptions } from '../../../app/programs/evaluate/options';
import { TRAIN_SEEDS, VERDICT_SEEDS } from '../../../app/programs/train/worlds';
import { createEvaluateProgram } from '../../../app/programs/evaluate/program';
import type { BenchmarkResult } from '../../../app/programs/evaluate/benchmark-result';
import { readStorage } from '../../../app/programs/evaluate/storage/history';
import { buildInputs } from '../../../app/programs/evaluate/storage/inputs';
import type { ProgramCall } from '../../../app/programs/cli';
import { createValidationCatalog } from '../../../app/programs/validate-market/work';
import { LocalRunner } from '../../../app/server/jobs/local-runner';
import { formatStressStudy, studyStress } from '../../../app/programs/evaluate/stress/study';
import { createFakeMarket } from '../../support/fake-market';
import { createNormals } from '../../support/network-data';
import { DAY_MS } from '../../../app/trading/domain/time';

const folder = mkdtempSync(join(tmpdir(), 'evaluate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = createEvaluateProgram(
  () => 5,
  () => join(folder, 'data'),
);

async function run(
  options: Readonly<Record<string, string>>,
): Promise<{ code: number; texts: string[]; json: unknown[] }> {
  const [texts, json]: [string[], unknown[]] = [[], []];
  const call: ProgramCall = {
    files: [],
    option: (name) => options[name],
    flag: () => false,
    isJson: false,
    print: (text) => void texts.push(text),
    printJson: (value) => void json.push(value),
    progress: { update: () => undefined, endPhase: () => undefined },
  };
  return { code: await program.run(call), texts, json };
}
const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Gas stocks with a nonlinear degree-day response, a supply shift and noise; one day is duplicated,
 * one missing.
 */
function writeHistories(into: string): void {
  const draw = createNormals('stocks');
  const computeTemperature = (day: number): number =>
    12 - 14 * Math.cos((2 * Math.PI * (day - 15)) / 365.25) + 3 * draw(day);
  const first = Math.floor(Date.UTC(2015, 0, 3) / DAY_MS);
  const last = Math.floor(Date.UTC(2021, 3, 16) / DAY_MS);
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const weather = days
    .filter((day) => day !== first + 100)
    .map((day) => `${formatDay(day * DAY_MS)},${computeTemperature(day).toFixed(3)},False`);
  weather.splice(9, 0, `${formatDay((first + 9) * DAY_MS)},99,True`);
  const stocks: string[] = [];
  let level = 3000;
  for (let friday = Math.floor(Date.UTC(2010, 0, 1) / DAY_MS); friday <= last; friday += 7) {
    const heating = Array.from({ length: 7 }, (_, back) =>
      Math.max(0, 65 - (computeTemperature(friday - back) * 1.8 + 32)),
    );
    level +=
      95 -
      heating.reduce((sum, value) => sum + value + (value * value) / 60, 0) +
      8 * draw(50_000 + friday) +
      (friday > first + 900 ? 25 : 0);
    stocks.push(`${formatDay(friday * DAY_MS)},NGLower48,${(200_000 + level).toFixed(1)}`);
  }
  mkdirSync(join(into, 'stocks'), { recursive: true });
  mkdirSync(join(into, 'weather'), { recursive: true });
  writeFileSync(
    join(into, 'weather', 'us_popweighted_daily.csv'),
    `Date,Mean Temp C,Projected\n${weather.join('\n')}\n`,
  );
  writeFileSync(
    join(into, 'stocks', 'eia_weekly_stocks.csv'),
    `date,series,value\n${stocks.join('\n')}\n`,
  );
}

describe('stress benchmark', () => {
  it('reports medians per seed against their targets', async () => {
    const runner = new LocalRunner(createValidationCatalog(createFakeMarket));
    const study = await studyStress(runner, ['a', 'b'], 2, {
      update: () => undefined,
      endPhase: () => undefined,
    });
    const gas = study.rows.find(
      ({ fact, market }) => fact.startsWith('polar vortex') && market === 'NG',
    );
    expect([gas?.medians.map((value) => value.toFixed(1)), gas?.outside]).toEqual([
      ['22.1', '22.1'],
      [],
    ]);
    expect(
      study.rows.find(({ fact, market }) => fact.startsWith('hurricane') && market === 'CL')
        ?.outside,
    ).toEqual(['a', 'b']);
    expect(study.isInside).toBe(false);
    const text = formatStressStudy(study);
    expect(text).toMatch(/polar vortex.* NG +22\.0 to 26\.0 +22\.14 +22\.14 +inside/);
    expect(text).toMatch(/OUTSIDE: a, b/);
    expect(text).toContain('are outside their target for at least one seed');
  });

  it('validates seeds and pairs', () => {
    const parseOptions = (options: Readonly<Record<string, string>>) =>
      readOptions({ files: [], option: (name) => options[name], flag: () => false });
    expect(parseOptions({ benchmark: 'stress' })).toMatchObject({ seeds: null, pairs: 4 });
    expect(parseOptions({ seeds: '97,98' })).toMatchObject({
      benchmark: null,
      seeds: ['97', '98'],
    });
    expect(parseOptions({ benchmark: 'stress', seeds: '7, 8,7', pairs: '3' })).toMatchObject({
      seeds: ['7', '8'],
      pairs: 3,
    });
    for (const wrong of [
      { benchmark: 'stress', seeds: ' , ' },
      { seeds: `${VERDICT_SEEDS[0]},${TRAIN_SEEDS[0]}` },
      { benchmark: 'stress', pairs: '0' },
      { benchmark: 'stress', pairs: 'many' },
      { benchmark: 'var', seeds: '1' },
    ])
      expect(() => parseOptions(wrong as Readonly<Record<string, string>>)).toThrow(
        /--seeds|--pairs/,
      );
  });
});

describe('npm run evaluate', () => {
  it('reports missing histories', async () => {
    await expect(run({ benchmark: 'comed', history: join(folder, 'nowhere') })).rejects.toThrow(
      /No folder/,
    );
    mkdirSync(join(folder, 'empty'));
    await expect(run({ benchmark: 'comed', history: join(folder, 'empty') })).rejects.toThrow(
      /Missing in .*power\/comed_day_ahead.*Nothing evaluated/,
    );
    await expect(run({ benchmark: 'storage', history: join(folder, 'empty') })).rejects.toThrow(
      /Missing in .*stocks\/eia_weekly_stocks\.csv/,
    );
  });

  it('scores storage deterministically and records each method as a trial', async () => {
    writeHistories(folder);
    const { code, texts, json } = await run({ benchmark: 'storage', history: folder });
    expect(code).toBe(0);
    const [result] = json as [BenchmarkResult];
    const [regression, , , line, network, mean] = result.rows;
    expect(result.judgedOn).toMatchObject({ from: '2019-01-04', until: '2021-04-16', count: 120 });
    expect(line?.judged).toBeLessThan(0.9 * (regression?.judged ?? 0));
    for (const own of [network, mean])
      expect(own?.judged).toBeLessThan(0.97 * (regression?.judged ?? 0));
    expect(texts.join()).toContain(result.hash);
    expect(texts.join()).toContain('no gas futures in the histories, not evaluated');
    expect(
      ((await run({ benchmark: 'storage', history: folder })).json[0] as BenchmarkResult).hash,
    ).toBe(result.hash);
    expect(
      readFileSync(join(folder, 'data', 'forecast-trials.jsonl'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(12);
  });

  it('uses complete weeks, observations before projections, and no future reports', () => {
    const history = readStorage(folder);
    expect(history.weeks).toHaveLength(327);
    expect(
      Math.max(...history.weeks.flatMap((friday) => history.temperatures(friday))),
    ).toBeLessThan(120);
    const later = {
      ...history,
      getLevel: (friday: number): number =>
        history.getLevel(friday) + (friday >= (history.weeks[200] ?? 0) ? 500 : 0),
    };
    const line = { mean: 0, center: [0, 0], slope: [1, 1] };
    expect(buildInputs(later, 200, line)).toEqual(buildInputs(history, 200, line));
    expect(buildInputs(later, 201, line)).not.toEqual(buildInputs(history, 201, line));
  });
});
