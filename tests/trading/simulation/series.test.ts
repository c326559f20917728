import { computeMean } from '../../../app/trading/statistics/sample';
import { describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { reportDates } from '../../../app/trading/market/report-calendar';
import { SERIES, seriesInfo } from '../../../app/trading/market/series-catalogue';
import type { SeriesValue } from '../../../app/trading/market/vintage';
import { getDay, dayStartMs } from '../../../app/trading/simulation/calendar';
import { createChance } from '../../../app/trading/simulation/random-streams';
import type { SeriesPart } from '../../../app/trading/simulation/parts';
import { createSeries } from '../../../app/trading/simulation/series/series';
import { factorShocks, reportShock } from '../../../app/trading/simulation/shocks';
import { plainFutures, plainPower, plainWeather } from '../../support/plain-world';

const buildSeries = (seed: string): SeriesPart => {
  const chance = createChance(seed);
  return createSeries(
    { seed },
    chance,
    plainWeather(chance),
    plainFutures(chance),
    plainPower(chance),
  );
};
const at = (text: string): number => Date.parse(text);
const YEARS = 12;
const [FROM, UNTIL] = [at('2010-01-01'), at(`${2010 + YEARS}-01-01`)];
const part = buildSeries('series');
const values = part.published(FROM, UNTIL);
const of = (series: string): SeriesValue[] => values.filter((value) => value.series === series);
/** First prints alone: the first value of each time. */
const buildFirst = (series: string): SeriesValue[] =>
  [
    ...new Map(
      of(series)
        .reverse()
        .map((value) => [value.validMs, value]),
    ).values(),
  ].reverse();
const sd = (list: readonly number[]): number =>
  Math.sqrt(computeMean(list.map((x) => (x - computeMean(list)) ** 2)));
const correlation = (a: readonly number[], b: readonly number[]): number =>
  computeMean(a.map((x, i) => (x - computeMean(a)) * ((b[i] ?? 0) - computeMean(b)))) /
  (sd(a) * sd(b));
const listChanges = (list: readonly SeriesValue[]): number[] =>
  list.slice(1).map(({ value }, index) => Math.log(value / (list[index]?.value ?? 1)));

describe('published series', () => {
  it('are those of the catalogue, every one of them, finite', () => {
    expect(new Set(values.map(({ series }) => series))).toEqual(
      new Set(SERIES.map(({ id }) => id)),
    );
    expect(values.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
    expect(seriesInfo('storage/gas/level')?.unit).toBe('Bcf');
    expect(seriesInfo('no/such')).toBeNull();
  });

  it('come in order, and none before the end of what it is of', () => {
    expect(
      values.filter(
        ({ publishedMs }, index) => publishedMs < (values[index - 1]?.publishedMs ?? 0),
      ),
    ).toEqual([]);
    const lengths: Record<string, number> = { daily: 1, weekdays: 1 };
    const daysOf = (series: string): number =>
      series === 'climate/nino34' ? 7 : (lengths[seriesInfo(series)?.cadence ?? ''] ?? 0);
    expect(
      values.filter(
        ({ series, validMs, publishedMs }) => publishedMs < validMs + daysOf(series) * 86_400_000,
      ),
    ).toEqual([]);
  });

  it('are the same in whatever windows they are asked, after forgetting, and in another order', () => {
    const [from, until] = [at('2019-11-20'), at('2019-12-20')];
    const whole = values.filter(({ publishedMs }) => publishedMs >= from && publishedMs < until);
    const other = buildSeries('series');
    const pieces = [];
    for (let ms = from; ms < until; ms += 7 * 3_600_000)
      pieces.push(...other.published(ms, Math.min(until, ms + 7 * 3_600_000)));
    expect(pieces).toEqual(whole);
    part.forget();
    expect(part.published(from, until)).toEqual(whole);
    expect(buildSeries('other').published(from, until)).not.toEqual(whole);
  });

  it('tell currencies and the economy after the factors that move prices', () => {
    const chance = createChance('series');
    const macro = of('index/macro').filter(({ validMs }) => new Date(validMs).getUTCDay() > 1);
    const shocks = macro
      .slice(1)
      .map(({ validMs }) => factorShocks(chance)('global', getDay(validMs)));
    expect(correlation(listChanges(macro), shocks)).toBeGreaterThan(0.6);
    const usd = of('index/usd');
    expect(
      correlation(
        listChanges(usd),
        usd.slice(1).map(({ validMs }) => factorShocks(chance)('global', getDay(validMs))),
      ),
    ).toBeLessThan(-0.25);
    expect(sd(listChanges(usd)) * Math.sqrt(261)).toBeGreaterThan(0.06);
    expect(sd(listChanges(usd)) * Math.sqrt(261)).toBeLessThan(0.09);
    expect(computeMean(usd.map(({ value }) => value))).toBeGreaterThan(80);
    expect(computeMean(usd.map(({ value }) => value))).toBeLessThan(125);
  });
});

describe('gas in storage', () => {
  it('fills in summer, empties in winter and stays in its range', () => {
    const levels = buildFirst('storage/gas/level');
    const inMonth = (month: number): number =>
      computeMean(
        levels
          .filter(({ validMs }) => new Date(validMs).getUTCMonth() === month)
          .map(({ value }) => value),
      );
    expect(inMonth(9) - inMonth(3)).toBeGreaterThan(1200);
    expect(Math.min(...levels.map(({ value }) => value))).toBeGreaterThan(500);
    expect(Math.max(...levels.map(({ value }) => value))).toBeLessThan(4400);
  });

  it('is drawn by cold weeks: some 1.8 Bcf for each degree day', () => {
    const heating = new Map(
      of('degree-days/gas-weighted/heating').map(({ validMs, value }) => [validMs, value]),
    );
    const winter = of('storage/gas/expected-change').filter(({ validMs }) =>
      [0, 1].includes(new Date(validMs).getUTCMonth()),
    );
    const sums = winter.map(({ validMs }) =>
      [0, 1, 2, 3, 4, 5, 6].reduce(
        (sum, back) => sum + (heating.get(validMs - back * 86_400_000) ?? 0),
        0,
      ),
    );
    const slope =
      correlation(
        sums,
        winter.map(({ value }) => value),
      ) *
      (sd(winter.map(({ value }) => value)) / sd(sums));
    expect(slope).toBeGreaterThan(-2.2);
    expect(slope).toBeLessThan(-1.3);
  });

  it('is published on the calendar with a revised week before it, and changes add up to levels', () => {
    const dates = reportDates(FROM + 7 * 86_400_000, UNTIL).filter(
      ({ kind }) => kind === 'EIA gas storage',
    );
    const told = of('storage/gas/change');
    for (const { atMs } of dates)
      expect(told.filter(({ publishedMs }) => publishedMs === atMs)).toHaveLength(2);
    const levels = of('storage/gas/level');
    const latest = new Map(levels.map(({ validMs, value }) => [validMs, value]));
    for (const { validMs, value } of buildFirst('storage/gas/level').slice(1)) {
      const change = told.find((one) => one.validMs === validMs)?.value ?? NaN;
      expect(value).toBeCloseTo((latest.get(validMs - 7 * 86_400_000) ?? NaN) + change, 6);
    }
    const revisions = buildFirst('storage/gas/level').map(
      ({ validMs, value }) => (latest.get(validMs) ?? NaN) - value,
    );
    expect(sd(revisions)).toBeGreaterThan(1);
    expect(sd(revisions)).toBeLessThan(3.5);
  });
});

describe('reports', () => {
  const reports = part.reports(at('2011-01-01'), UNTIL);

  it('surprise by the shock that moves prices', () => {
    const chance = createChance('series');
    for (const { kind, atMs, figures, commodities } of reports) {
      expect(new Set(figures.map(({ commodity }) => commodity))).toEqual(new Set(commodities));
      for (const commodity of commodities) {
        const figure = figures.find((one) => one.commodity === commodity);
        const shock = reportShock(chance, kind, getDay(atMs), COMMODITY_KEYS.indexOf(commodity));
        expect(
          Math.abs((figure?.surprise ?? NaN) * (figure?.priceSign ?? NaN) - shock),
          `${kind} ${commodity}`,
        ).toBeLessThan(0.16);
      }
    }
  });

  it('have figures whose surprise has mean 0 and size 1, and say what is published', () => {
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
      expect(Math.abs(sd(surprises) - 1)).toBeLessThan(4 / Math.sqrt(2 * surprises.length));
    }
    const storage = reports.find(({ kind }) => kind === 'EIA gas storage');
    const change = of('storage/gas/change')
      .filter(({ publishedMs }) => publishedMs === storage?.atMs)
      .at(-1);
    expect(storage?.figures[0]?.actual).toBe(change?.value);
  });
});

describe('cash gas', () => {
  it('lies about the future and leaps in the cold', () => {
    const futures = plainFutures(createChance('series'));
    const basis = of('cash/henry-hub')
      .map(({ validMs, value }) => {
        const day = getDay(validMs) + 1;
        const front = futures
          .listed('NG', day)
          .find(({ contract }) => (contract?.rollMs ?? 0) > dayStartMs(day));
        return Math.log(value / (front ? futures.settlement(front, day) : NaN));
      })
      .sort((a, b) => a - b);
    const quantile = (share: number): number => basis[Math.floor(share * basis.length)] ?? NaN;
    expect((quantile(0.84) - quantile(0.16)) / 2).toBeGreaterThan(0.075);
    expect((quantile(0.84) - quantile(0.16)) / 2).toBeLessThan(0.125);
    expect(Math.max(...basis)).toBeGreaterThan(0.36);
    expect(computeMean(of('cash/permian').map(({ value }) => value))).toBeLessThan(
      computeMean(of('cash/henry-hub').map(({ value }) => value)) - 0.3,
    );
  });
});
