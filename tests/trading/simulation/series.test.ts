import { computeMean } from '../../../app/trading/statistics/sample';
import { describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { listReportDates } from '../../../app/trading/market/report-calendar';
import { SERIES, findSeriesInfo } from '../../../app/trading/market/series-catalog';
import type { SeriesValue } from '../../../app/trading/market/vintage';
import { getDay, getDayStartMs } from '../../../app/trading/simulation/calendar';
import { createRandomStreams } from '../../../app/trading/simulation/random-streams';
import type { SeriesModel } from '../../../app/trading/simulation/market-models';
import { createSeries } from '../../../app/trading/simulation/series/series';
import { createFactorShocks, drawReportShock } from '../../../app/trading/simulation/shocks';
import {
  createPlainFutures,
  createPlainPower,
  createPlainWeather,
} from '../../support/plain-market';

const buildSeries = (seed: string): SeriesModel => {
  const chance = createRandomStreams(seed);
  return createSeries(
    { seed },
    chance,
    createPlainWeather(chance),
    createPlainFutures(chance),
    createPlainPower(chance),
  );
};
const parseMs = (text: string): number => Date.parse(text);
const YEARS = 12;
const [FROM, UNTIL] = [parseMs('2010-01-01'), parseMs(`${2010 + YEARS}-01-01`)];
const part = buildSeries('series');
const values = part.listPublished(FROM, UNTIL);
const listValues = (series: string): SeriesValue[] =>
  values.filter((value) => value.series === series);
/** First prints: the first value of each valid time. */
const listFirstPrints = (series: string): SeriesValue[] =>
  [
    ...new Map(
      listValues(series)
        .reverse()
        .map((value) => [value.validMs, value]),
    ).values(),
  ].reverse();
const computeSd = (list: readonly number[]): number =>
  Math.sqrt(computeMean(list.map((x) => (x - computeMean(list)) ** 2)));
const computeCorrelation = (a: readonly number[], b: readonly number[]): number =>
  computeMean(a.map((x, i) => (x - computeMean(a)) * ((b[i] ?? 0) - computeMean(b)))) /
  (computeSd(a) * computeSd(b));
const listChanges = (list: readonly SeriesValue[]): number[] =>
  list.slice(1).map(({ value }, index) => Math.log(value / (list[index]?.value ?? 1)));

describe('published series', () => {
  it('match the catalog and are finite', () => {
    expect(new Set(values.map(({ series }) => series))).toEqual(
      new Set(SERIES.map(({ id }) => id)),
    );
    expect(values.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
    expect(findSeriesInfo('storage/gas/level')?.unit).toBe('Bcf');
    expect(findSeriesInfo('no/such')).toBeNull();
  });

  it('are in order of publication, after the end of their period', () => {
    expect(
      values.filter(
        ({ publishedMs }, index) => publishedMs < (values[index - 1]?.publishedMs ?? 0),
      ),
    ).toEqual([]);
    const lengths: Record<string, number> = { daily: 1, weekdays: 1 };
    const getPeriodDays = (series: string): number =>
      series === 'climate/nino34' ? 7 : (lengths[findSeriesInfo(series)?.cadence ?? ''] ?? 0);
    expect(
      values.filter(
        ({ series, validMs, publishedMs }) =>
          publishedMs < validMs + getPeriodDays(series) * 86_400_000,
      ),
    ).toEqual([]);
  });

  it('do not depend on windows, cleared caches or order of calls', () => {
    const [from, until] = [parseMs('2019-11-20'), parseMs('2019-12-20')];
    const whole = values.filter(({ publishedMs }) => publishedMs >= from && publishedMs < until);
    const other = buildSeries('series');
    const pieces = [];
    for (let ms = from; ms < until; ms += 7 * 3_600_000)
      pieces.push(...other.listPublished(ms, Math.min(until, ms + 7 * 3_600_000)));
    expect(pieces).toEqual(whole);
    part.forget();
    expect(part.listPublished(from, until)).toEqual(whole);
    expect(buildSeries('other').listPublished(from, until)).not.toEqual(whole);
  });

  it('follow the factors that move prices', () => {
    const chance = createRandomStreams('series');
    const macro = listValues('index/macro').filter(
      ({ validMs }) => new Date(validMs).getUTCDay() > 1,
    );
    const shocks = macro
      .slice(1)
      .map(({ validMs }) => createFactorShocks(chance)('global', getDay(validMs)));
    expect(computeCorrelation(listChanges(macro), shocks)).toBeGreaterThan(0.6);
    const usd = listValues('index/usd');
    expect(
      computeCorrelation(
        listChanges(usd),
        usd.slice(1).map(({ validMs }) => createFactorShocks(chance)('global', getDay(validMs))),
      ),
    ).toBeLessThan(-0.25);
    expect(computeSd(listChanges(usd)) * Math.sqrt(261)).toBeGreaterThan(0.06);
    expect(computeSd(listChanges(usd)) * Math.sqrt(261)).toBeLessThan(0.09);
    expect(computeMean(usd.map(({ value }) => value))).toBeGreaterThan(80);
    expect(computeMean(usd.map(({ value }) => value))).toBeLessThan(125);
  });
});

describe('gas in storage', () => {
  it('builds in summer, draws in winter and stays in range', () => {
    const levels = listFirstPrints('storage/gas/level');
    const computeMonthMean = (month: number): number =>
      computeMean(
        levels
          .filter(({ validMs }) => new Date(validMs).getUTCMonth() === month)
          .map(({ value }) => value),
      );
    expect(computeMonthMean(9) - computeMonthMean(3)).toBeGreaterThan(1200);
    expect(Math.min(...levels.map(({ value }) => value))).toBeGreaterThan(500);
    expect(Math.max(...levels.map(({ value }) => value))).toBeLessThan(4400);
  });

  it('falls by about 1.8 Bcf per heating degree day', () => {
    const heating = new Map(
      listValues('degree-days/gas-weighted/heating').map(({ validMs, value }) => [validMs, value]),
    );
    const winter = listValues('storage/gas/expected-change').filter(({ validMs }) =>
      [0, 1].includes(new Date(validMs).getUTCMonth()),
    );
    const sums = winter.map(({ validMs }) =>
      [0, 1, 2, 3, 4, 5, 6].reduce(
        (sum, back) => sum + (heating.get(validMs - back * 86_400_000) ?? 0),
        0,
      ),
    );
    const slope =
      computeCorrelation(
        sums,
        winter.map(({ value }) => value),
      ) *
      (computeSd(winter.map(({ value }) => value)) / computeSd(sums));
    expect(slope).toBeGreaterThan(-2.2);
    expect(slope).toBeLessThan(-1.3);
  });

  it("is published on schedule with the previous week's revision, and changes add up to levels", () => {
    const dates = listReportDates(FROM + 7 * 86_400_000, UNTIL).filter(
      ({ kind }) => kind === 'EIA gas storage',
    );
    const changes = listValues('storage/gas/change');
    for (const { atMs } of dates)
      expect(changes.filter(({ publishedMs }) => publishedMs === atMs)).toHaveLength(2);
    const levels = listValues('storage/gas/level');
    const latest = new Map(levels.map(({ validMs, value }) => [validMs, value]));
    for (const { validMs, value } of listFirstPrints('storage/gas/level').slice(1)) {
      const change = changes.find((one) => one.validMs === validMs)?.value ?? NaN;
      expect(value).toBeCloseTo((latest.get(validMs - 7 * 86_400_000) ?? NaN) + change, 6);
    }
    const revisions = listFirstPrints('storage/gas/level').map(
      ({ validMs, value }) => (latest.get(validMs) ?? NaN) - value,
    );
    expect(computeSd(revisions)).toBeGreaterThan(1);
    expect(computeSd(revisions)).toBeLessThan(3.5);
  });
});

describe('reports', () => {
  const reports = part.listReports(parseMs('2011-01-01'), UNTIL);

  it('surprise by the shock that moves prices', () => {
    const chance = createRandomStreams('series');
    for (const { kind, atMs, figures, commodities } of reports) {
      expect(new Set(figures.map(({ commodity }) => commodity))).toEqual(new Set(commodities));
      for (const commodity of commodities) {
        const figure = figures.find((one) => one.commodity === commodity);
        const shock = drawReportShock(
          chance,
          kind,
          getDay(atMs),
          COMMODITY_KEYS.indexOf(commodity),
        );
        expect(
          Math.abs((figure?.surprise ?? NaN) * (figure?.priceSign ?? NaN) - shock),
          `${kind} ${commodity}`,
        ).toBeLessThan(0.16);
      }
    }
  });

  it('have surprises with mean 0 and deviation 1, and the published figures', () => {
    for (const kind of [
      'EIA gas storage',
      'EIA petroleum',
      'crop report',
      'OPEC meeting',
    ] as const) {
      const surprises = reports
        .filter((report) => report.kind === kind)
        .flatMap(({ figures }) => figures.map(({ surprise }) => surprise));
      expect(Math.abs(computeMean(surprises))).toBeLessThan(4 / Math.sqrt(surprises.length));
      expect(Math.abs(computeSd(surprises) - 1)).toBeLessThan(4 / Math.sqrt(2 * surprises.length));
    }
    const storage = reports.find(({ kind }) => kind === 'EIA gas storage');
    const change = listValues('storage/gas/change')
      .filter(({ publishedMs }) => publishedMs === storage?.atMs)
      .at(-1);
    expect(storage?.figures[0]?.actual).toBe(change?.value);
  });
});

describe('cash gas', () => {
  it('is near the future and spikes in cold weather', () => {
    const futures = createPlainFutures(createRandomStreams('series'));
    const basis = listValues('cash/henry-hub')
      .map(({ validMs, value }) => {
        const day = getDay(validMs) + 1;
        const front = futures
          .listInstruments('NG', day)
          .find(({ contract }) => (contract?.rollMs ?? 0) > getDayStartMs(day));
        return Math.log(value / (front ? futures.getSettlement(front, day) : NaN));
      })
      .sort((a, b) => a - b);
    const getQuantile = (share: number): number => basis[Math.floor(share * basis.length)] ?? NaN;
    expect((getQuantile(0.84) - getQuantile(0.16)) / 2).toBeGreaterThan(0.06);
    expect((getQuantile(0.84) - getQuantile(0.16)) / 2).toBeLessThan(0.11);
    expect(Math.max(...basis)).toBeGreaterThan(0.36);
    expect(computeMean(listValues('cash/permian').map(({ value }) => value))).toBeLessThan(
      computeMean(listValues('cash/henry-hub').map(({ value }) => value)) - 0.3,
    );
  });
});
