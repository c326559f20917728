// Degree days of the Climate Prediction Center.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GAS_HEATING } from '../../../../app/trading/market/series-catalog';
import { cpcSource } from '../../../../app/trading/market/sources/cpc/source';
import { findExchange, listExchanges } from '../../../support/cassettes';
import {
  FakeHistory,
  checkHostileBodies,
  findShortestGapMs,
  parseChanged,
  parseExchange,
  replayPlanner,
} from '../../../support/weather-sources';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const find = (title: string) => findExchange('cpc', title);
const HEATING = 'heating by population';

describe('degree days', () => {
  it('are those of the contiguous states', () => {
    expect(parseExchange(cpcSource, find(HEATING))).toEqual({
      publishedMs: null,
      readings: [27, 26, 24].map((value, day) => ({
        kind: 'series',
        series: 'degree-days/population-weighted/heating',
        validMs: Date.UTC(2026, 0, 1 + day),
        value,
      })),
      links: { 'last day Population.Heating': '20260103' },
    });
  });

  it('of cooling and of gas have their own series', () => {
    const cooling = parseExchange(cpcSource, find('cooling by population')).readings;
    expect(cooling[2]).toMatchObject({
      series: 'degree-days/population-weighted/cooling',
      value: 1,
    });
    const gas = parseExchange(cpcSource, find('heating by gas with a gap')).readings;
    expect(gas).toMatchObject([
      { series: GAS_HEATING, validMs: Date.UTC(2026, 0, 1), value: 31 },
      { series: GAS_HEATING, validMs: Date.UTC(2026, 0, 3), value: 28 },
    ]);
  });

  it('that are missing are none, never 0', () => {
    const { readings, links } = parseChanged(cpcSource, find(HEATING), (text) =>
      text.replace('27|26|24', '27|26|-9999'),
    );
    expect(readings).toHaveLength(2);
    expect(links).toEqual({ 'last day Population.Heating': '20260102' });
  });

  it.each<[string, (text: string) => string, RegExp]>([
    [
      'another weight',
      (t) => t.replace('Weights: Population', 'Weights: UtilityGas'),
      /line 'Weights' is "UtilityGas"/,
    ],
    ['no product line', (t) => t.replace('Product:', 'Item:'), /line 'Product' is "missing"/],
    [
      'forecasts',
      (t) => t.replace('Degree Days\n', 'Degree Days Forecast Based on NDFD Data\n'),
      /line 'Product' is/,
    ],
    ['no row of the contiguous states', (t) => t.replace('CONUS', 'CANADA'), /has 0 rows 'CONUS'/],
    ['two such rows', (t) => `${t}CONUS|1|2|3\n`, /has 2 rows 'CONUS'/],
    ['a value too few', (t) => t.replace('27|26|24', '27|26'), /has 2 values, expected 3/],
    [
      'another year',
      (t) => t.replaceAll('|2026', '|2025'),
      /column 1 is 2025-01-01, expected the days of 2026/,
    ],
    ['a day left out', (t) => t.replace('|20260102', '|20260103'), /column 2 is 2026-01-03/],
    ['a date that does not exist', (t) => t.replace('20260103', '20260132'), /a column is no date/],
    ['an impossible value', (t) => t.replace('27|26|24', '27|26|240'), /is 240, outside 0 to 130/],
    ['an infinite value', (t) => t.replace('27|26|24', '27|26|1e309'), /is Infinity/],
    ['text as value', (t) => t.replace('27|26|24', '27|26|cold'), /is no number: "cold"/],
    ['too many lines', (t) => t + '9|1|2|3\n'.repeat(60), /has 67 lines/],
  ])('with %s are refused', (_what, change, message) => {
    expect(() => parseChanged(cpcSource, find(HEATING), change)).toThrow(message);
  });

  it('of another product are refused', () => {
    expect(() => parseExchange(cpcSource, find('another product'))).toThrow(
      `the line 'Product' is "Daily Cooling Degree Days"`,
    );
  });

  it('of another request are refused', () => {
    const { body, request } = find(HEATING);
    expect(() => cpcSource.parseAnswer(body, { ...request, id: 'x' })).toThrow('is no request');
    expect(() => cpcSource.parseAnswer(body, { ...request, url: 'https://x' })).toThrow(
      'is no request',
    );
  });
});

describe('hostile bodies', () => {
  it.each(listExchanges('cpc').map((exchange) => [exchange.title, exchange] as const))(
    'like %s are refused or lie in their bounds',
    (_title, exchange) => {
      expect(checkHostileBodies(cpcSource, exchange)).toBeGreaterThan(0.2);
    },
    60_000,
  );
});

describe('the planner', () => {
  it('asks each hour while a day is due, and not again once it is there', () => {
    const fromMs = Date.UTC(2026, 9, 31);
    const answerLate = ({ id }: { readonly id: string }, atMs: number) => {
      // Published at 14:30 UTC, two days late.
      const day = new Date(atMs - 2 * DAY - 14.5 * HOUR).toISOString().slice(0, 10);
      return { [`last day ${id}`]: day.replaceAll('-', '') };
    };
    const sent = replayPlanner(cpcSource, {
      fromMs,
      untilMs: fromMs + 5 * DAY,
      answer: answerLate,
    });
    expect(findShortestGapMs(sent)).toBeGreaterThanOrEqual(HOUR);
    // At 13, 14 and 15 UTC of five days, and once at the start.
    expect(sent).toHaveLength(3 * (5 * 3 + 1));
  });

  it('reads the last days of December in January', () => {
    const planAt = (nowMs: number) => cpcSource.planRequests(nowMs, new FakeHistory());
    expect(planAt(Date.UTC(2027, 0, 3, 12)).map(({ url }) => url)).toEqual(
      ['Population.Heating', 'Population.Cooling', 'UtilityGas.Heating'].map(
        (name) =>
          `https://ftp.cpc.ncep.noaa.gov/htdocs/degree_days/weighted/daily_data/2026/${name}.txt`,
      ),
    );
    expect(planAt(Date.UTC(2027, 0, 3, 13))[0]?.url).toContain('/2027/');
  });
});

const FILE = join(
  process.cwd(),
  '..',
  'shared',
  'feeds',
  'cpc',
  'Population.Heating.2026.head.txt',
);
const isThere = existsSync(FILE);
if (!isThere)
  process.stdout.write('SKIPPED: there is no ../shared/feeds, so no real CPC file was read\n');

describe.skipIf(!isThere)('a real file', () => {
  it('is read', () => {
    const { readings } = cpcSource.parseAnswer(readFileSync(FILE), find(HEATING).request);
    expect(readings).toMatchObject([{ value: 29 }, { value: 28 }]);
  });
});
