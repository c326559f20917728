import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RefusedAnswer } from '../../../../app/trading/market/sources/answer';
import { parseEiaSeries } from '../../../../app/trading/market/sources/eia/parse-series';
import {
  EIA_DEMAND_SERIES,
  EIA_REPORT_SERIES,
  EIA_SPOT_SERIES,
  type EiaSeries,
  findEiaSeries,
} from '../../../../app/trading/market/sources/eia/series';
import { eiaSource } from '../../../../app/trading/market/sources/eia/source';
import type { Reading, SeriesReading } from '../../../../app/trading/market/sources/reading';
import { getWallTime } from '../../../../app/trading/market/local-time';
import { findSeriesInfo } from '../../../../app/trading/market/series-catalog';
import { findExchange, listExchanges } from '../../../support/cassettes';
import {
  HOSTILE_BODIES,
  measureAcceptedDamage,
  createHistory,
  runPlanner,
  toBytes,
} from './report-answers';

const FOLDER = join(process.cwd(), '..', 'shared', 'feeds', 'eia');
const isThere = existsSync(FOLDER);
if (!isThere)
  process.stdout.write('SKIPPED: there is no ../shared/feeds, so no real EIA answer was read\n');

const parseExchange = (title: string) => {
  const { body, request } = findExchange('eia', title);
  return eiaSource.parseAnswer(body, request);
};

const formatReadings = (readings: readonly Reading[]): readonly string[] =>
  (readings as readonly SeriesReading[]).map(
    ({ series, validMs, value }) =>
      `${series} ${new Date(validMs).toISOString().slice(0, 13)} ${value}`,
  );

const requireSeries = (id: string): EiaSeries => {
  const found = findEiaSeries(id);
  if (!found) throw new Error(`no series ${id}`);
  return found;
};

interface Edited {
  readonly period?: string;
  readonly value?: unknown;
  readonly series?: string;
  readonly units?: string | null;
}
const buildRow = (row: Edited = {}) => ({
  period: '2026-11-20',
  series: 'NW2_EPG0_SWO_R48_BCF',
  value: '3771',
  units: 'BCF',
  ...row,
});
const buildAnswer = (rows: readonly Edited[], extra: Record<string, unknown> = {}) =>
  toBytes({
    response: { total: rows.length, frequency: 'weekly', data: rows.map(buildRow), ...extra },
  });
const parseGas = (body: Uint8Array) => eiaSource.parseAnswer(body, { id: 'gas storage', url: '' });

describe('EIA answers', () => {
  const CASES: readonly (readonly [title: string, readings: readonly string[]])[] = [
    [
      'gas storage with a missing week',
      [
        'storage/gas/level 2026-11-20T00 3771',
        'storage/gas/level 2026-11-06T00 3801',
        'storage/gas/level 2026-10-30T00 3790',
        'storage/gas/change 2026-11-06T00 11',
      ],
    ],
    [
      'crude stocks of three weeks',
      [
        'stocks/crude/level 2026-11-20T00 421.337',
        'stocks/crude/level 2026-11-13T00 424.12',
        'stocks/crude/level 2026-11-06T00 423.008',
        'stocks/crude/change 2026-11-20T00 -2.783',
        'stocks/crude/change 2026-11-13T00 1.112',
      ],
    ],
    [
      'distillate stocks of two weeks',
      [
        'stocks/distillate/level 2026-11-20T00 112.45',
        'stocks/distillate/level 2026-11-13T00 111.905',
        'stocks/distillate/change 2026-11-20T00 0.545',
      ],
    ],
    [
      'Henry Hub with a missing day',
      ['cash/henry-hub 2026-11-24T00 3.61', 'cash/henry-hub 2026-11-20T00 3.48'],
    ],
    ['WTI of two days', ['spot/wti 2026-11-23T00 68.4', 'spot/wti 2026-11-20T00 67.95']],
    ['Brent of two days', ['spot/brent 2026-11-23T00 72.1', 'spot/brent 2026-11-20T00 71.66']],
  ];
  it.each(CASES)('reads %s', (title, readings) => {
    expect(formatReadings(parseExchange(title).readings)).toEqual(readings);
  });

  it('computes changes of consecutive weeks and states the newest week', () => {
    const answer = parseExchange('gas storage of five weeks');
    expect(formatReadings(answer.readings).slice(5)).toEqual([
      'storage/gas/change 2026-11-20T00 -23',
      'storage/gas/change 2026-11-13T00 -7',
      'storage/gas/change 2026-11-06T00 11',
      'storage/gas/change 2026-10-30T00 38',
    ]);
    expect(answer.links).toEqual({ 'newest day of gas storage': '2026-11-20' });
    expect(answer.publishedMs).toBeNull();
  });

  it('computes no change over a week without a row', () => {
    const { readings } = parseGas(buildAnswer([{}, { period: '2026-11-06' }]));
    expect(formatReadings(readings)).toEqual([
      'storage/gas/level 2026-11-20T00 3771',
      'storage/gas/level 2026-11-06T00 3771',
    ]);
  });

  it('reads an hour of demand by its start and leaves a missing hour out', () => {
    const { readings } = parseExchange('demand of New York with a missing hour');
    expect(readings).toHaveLength(5);
    expect(formatReadings(readings)[0]).toBe('demand/NYIS 2026-11-25T09 44000');
  });

  it('names catalog series where the catalog has them', () => {
    for (const { series, report } of EIA_REPORT_SERIES) {
      expect(findSeriesInfo(series)).not.toBeNull();
      expect(findSeriesInfo(report?.changeSeries ?? '')).not.toBeNull();
    }
    expect(findSeriesInfo(EIA_SPOT_SERIES[0]?.series ?? '')).not.toBeNull();
  });

  it('uses only the newest rows when the server ignores the requested length', () => {
    const rows = Array.from({ length: 330 }, (_, week) => ({
      period: new Date(Date.UTC(2026, 10, 20) - (329 - week) * 7 * 86_400_000)
        .toISOString()
        .slice(0, 10),
    }));
    const { readings } = parseGas(buildAnswer(rows));
    const levels = readings.filter(
      (reading) => 'series' in reading && /level/.test(reading.series),
    );
    expect(levels).toHaveLength(320);
    expect(formatReadings(levels)[0]).toContain('2026-11-20');
  });

  const REFUSED: readonly (readonly [title: string, body: Uint8Array, message: RegExp])[] = [
    ['no rows', buildAnswer([]), /no rows/],
    [
      'a total that is no number',
      buildAnswer([{}], { total: 'many' }),
      /total of rows is no number/,
    ],
    ['fewer rows than stated', buildAnswer([{}], { total: '2' }), /cut off: 1 rows, expected 2/],
    ['another unit', buildAnswer([{ units: 'MMCF' }]), /unit "MMCF", expected BCF/],
    ['no unit', buildAnswer([{ units: null }]), /unit "", expected BCF/],
    ['another series', buildAnswer([{ series: 'NW2_EPG0_SWO_R31_BCF' }]), /expected NW2_EPG0/],
    ['another frequency', buildAnswer([{}], { frequency: 'monthly' }), /frequency is "monthly"/],
    [
      'a week that ends on a Thursday',
      buildAnswer([{ period: '2026-11-19' }]),
      /expected a Friday/,
    ],
    ['a date that does not exist', buildAnswer([{ period: '2026-02-30' }]), /no date/],
    ['two rows of a week', buildAnswer([{}, { value: '3772' }]), /two rows/],
    ['a level in cubic feet', buildAnswer([{ value: '3771000' }]), /outside 300 to 6000/],
    ['a number beyond doubles', buildAnswer([{ value: '1e309' }]), /Infinity/],
    ['text for a number', buildAnswer([{ value: 'about 3771' }]), /no number/],
    [
      'a change beyond any week',
      buildAnswer([{}, { period: '2026-11-13', value: '1200' }]),
      /change of gas storage .* outside/,
    ],
  ];
  it.each(REFUSED)('throws for %s', (_title, body, message) => {
    expect(() => parseGas(body)).toThrow(RefusedAnswer);
    expect(() => parseGas(body)).toThrow(message);
  });

  it.each([
    ['an invalid key', /EIA answers with the error "API_KEY_INVALID"/],
    ['too many requests', /EIA answers with the error "429" "OVER_RATE_LIMIT"/],
  ])('throws for the error document of %s', (title, message) => {
    expect(() => parseExchange(title)).toThrow(message);
  });

  it.each(HOSTILE_BODIES)('throws RefusedAnswer for %s', (_title, body) => {
    for (const { id } of [...EIA_REPORT_SERIES, ...EIA_DEMAND_SERIES, ...EIA_SPOT_SERIES])
      expect(() => eiaSource.parseAnswer(body, { id, url: '' })).toThrow(RefusedAnswer);
  });

  it('throws for a request of another source', () => {
    expect(() => eiaSource.parseAnswer(buildAnswer([{}]), { id: 'x', url: '' })).toThrow(/'x'/);
  });

  it('accepts of damaged answers only values within bounds', () => {
    let accepted = 0;
    for (const { body, request, status } of listExchanges('eia')) {
      const wanted = requireSeries(request.id);
      accepted += measureAcceptedDamage(
        body,
        (damaged) => eiaSource.parseAnswer(damaged, request),
        (reading) =>
          reading.kind === 'series' &&
          (reading.series === wanted.series
            ? reading.value >= wanted.min && reading.value <= wanted.max
            : Math.abs(reading.value) <= (wanted.report?.changeMax ?? 0)),
      );
      expect(status === 200 || accepted > 0).toBe(true);
    }
    expect(accepted).toBeGreaterThan(0.07);
  });
});

describe('hours of demand', () => {
  const ZONES = { NYIS: 'America/New_York', ERCO: 'America/Chicago', CISO: 'America/Los_Angeles' };
  const CASES = Object.entries(ZONES).flatMap(([respondent, zone]) =>
    (
      [
        ['2026-11-01', 25],
        ['2027-03-14', 23],
        ['2026-12-01', 24],
      ] as const
    ).map(([day, hours]) => [respondent, zone, day, hours] as const),
  );
  it.each(CASES)('of %s (%s) on %s are %i', (respondent, zone, day, hours) => {
    const noonMs = Date.parse(`${day}T18:00:00Z`);
    const data = Array.from({ length: 48 }, (_, hour) => ({
      period: new Date(noonMs + (hour - 24) * 3_600_000).toISOString().slice(0, 13),
      respondent,
      type: 'D',
      value: 30_000 + hour,
      'value-units': 'megawatthours',
    }));
    const body = toBytes({ response: { total: '48', frequency: 'hourly', data } });
    const { readings } = eiaSource.parseAnswer(body, { id: `demand ${respondent}`, url: '' });
    const starts = (readings as readonly SeriesReading[]).map(({ validMs }) => validMs);
    expect(new Set(starts).size).toBe(48);
    const local = starts.filter((ms) => getWallTime(ms, zone).dayMs === Date.parse(day));
    expect(local).toHaveLength(hours);
  });

  it('are 25 in the made answer of Texas', () => {
    const { readings } = parseExchange('demand of Texas on the day of 25 hours');
    const starts = (readings as readonly SeriesReading[]).map(({ validMs }) => validMs);
    const zone = 'America/Chicago';
    expect(new Set(starts.map((ms) => getWallTime(ms, zone).dayMs))).toEqual(
      new Set([Date.UTC(2026, 10, 1)]),
    );
    expect(starts).toHaveLength(25);
  });
});

describe('EIA requests', () => {
  const listSent = (id: string, from: string, until: string, releasedAt: string, week: string) =>
    runPlanner({
      source: eiaSource,
      from,
      until,
      answer: (requestId, atMs) => ({
        [`newest day of ${requestId}`]: atMs >= Date.parse(releasedAt) ? week : '2000-01-07',
      }),
    })
      .filter((sent) => sent.id === id)
      .map(({ atMs }) => new Date(atMs).toISOString().slice(5, 16));

  it.each([
    ['of a usual Thursday', '2026-11-19', '15:30', '2026-11-13'],
    ['on Friday after Thanksgiving', '2026-11-27', '15:30', '2026-11-20'],
    ['on Friday after New Year on a Thursday', '2026-01-02', '15:30', '2025-12-26'],
    ['in summer time', '2026-07-09', '14:30', '2026-07-03'],
  ])('ask for gas storage %s', (_title, day, time, week) => {
    const release = `${day}T${time}:00Z`;
    const from = new Date(Date.parse(release) - 3_600_000).toISOString();
    const until = new Date(Date.parse(release) + 40 * 3_600_000).toISOString();
    const history = createHistory();
    history.record('gas storage', Date.parse(from) - 86_400_000, {
      'newest day of gas storage': new Date(Date.parse(week) - 7 * 86_400_000)
        .toISOString()
        .slice(0, 10),
    });
    const sent = runPlanner({
      source: eiaSource,
      from,
      until,
      history,
      answer: (id) => ({ [`newest day of ${id}`]: week }),
    }).filter(({ id }) => id === 'gas storage');
    expect(sent.map(({ atMs }) => new Date(atMs).toISOString())).toEqual([
      new Date(Date.parse(release)).toISOString(),
    ]);
  });

  it('ask for petroleum stocks on Thursday 11:00 in a week with a holiday on Monday', () => {
    const history = createHistory();
    history.record('crude stocks', Date.parse('2026-09-03T15:00:00Z'), {
      'newest day of crude stocks': '2026-08-28',
    });
    const sent = runPlanner({
      source: eiaSource,
      from: '2026-09-08T00:00:00Z',
      until: '2026-09-11T00:00:00Z',
      history,
      answer: (id) => ({ [`newest day of ${id}`]: '2026-09-04' }),
    }).filter(({ id }) => id === 'crude stocks');
    expect(sent.map(({ atMs }) => new Date(atMs).toISOString())).toEqual([
      '2026-09-10T15:00:00.000Z',
    ]);
  });

  it.each([
    ['minutes before the release', '2026-11-19T15:28:00Z', '2026-11-19T15:30:00Z', true],
    ['a week before', '2026-11-12T15:30:00Z', '2026-11-22T12:00:00Z', true],
    ['since the release, two days ago', '2026-11-19T15:30:00Z', '2026-11-22T12:00:00Z', false],
  ])('for gas storage, last answered %s, are right', (_title, answeredAt, now, isPlanned) => {
    const history = createHistory();
    history.record('gas storage', Date.parse(answeredAt), {
      'newest day of gas storage': '2026-11-06',
    });
    const planned = eiaSource.planRequests(Date.parse(now), history);
    expect(planned.some(({ id }) => id === 'gas storage')).toBe(isPlanned);
  });

  it('repeat every 5 minutes, then hourly, while the answer lacks the new week', () => {
    const sent = listSent(
      'gas storage',
      '2026-11-19T15:30:00Z',
      '2026-11-20T00:00:00Z',
      '2026-11-19T17:45:00Z',
      '2026-11-13',
    );
    expect(sent).toHaveLength(14);
    expect(sent.slice(0, 3)).toEqual(['11-19T15:30', '11-19T15:35', '11-19T15:40']);
    expect(sent.slice(-3)).toEqual(['11-19T16:25', '11-19T17:25', '11-19T18:25']);
  });

  it('stay within the allowed number a day and do not make up for missed hours', () => {
    const sent = runPlanner({
      source: eiaSource,
      from: '2026-11-17T00:00:00Z',
      until: '2026-11-20T00:00:00Z',
      answer: () => ({}),
    });
    expect(sent.length).toBeLessThanOrEqual(3 * eiaSource.requestsPerDayMax);
    for (const { id } of EIA_DEMAND_SERIES)
      expect(sent.filter((one) => one.id === id)).toHaveLength(72);
    const late = eiaSource.planRequests(Date.parse('2026-12-30T00:00:00Z'), createHistory());
    expect(late).toHaveLength(11);
  });

  it('are HTTPS addresses of one host without a key, which is added for sending only', () => {
    const planned = eiaSource.planRequests(Date.parse('2026-11-25T17:00:00Z'), createHistory());
    for (const request of planned) {
      expect(new URL(request.url).host).toBe(eiaSource.hosts[0]);
      expect(request.url).not.toContain('api_key');
      const sent = eiaSource.addKey?.(request, 'a&b');
      expect(new URL(sent?.url ?? '').searchParams.get('api_key')).toBe('a&b');
    }
    const gas = planned.find(({ id }) => id === 'gas storage');
    expect(decodeURIComponent(gas?.url ?? '')).toBe(
      'https://api.eia.gov/v2/natural-gas/stor/wkly/data/?frequency=weekly&data[0]=value&sort[0][column]=period&sort[0][direction]=desc&length=320&facets[series][]=NW2_EPG0_SWO_R48_BCF',
    );
  });
});

describe.skipIf(!isThere)('real EIA answers', () => {
  const readSample = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
  const buildDemand = (respondent: string): EiaSeries => ({
    ...requireSeries('demand ERCO'),
    facets: { respondent, type: 'D' },
    min: 500,
    max: 20_000,
  });

  it('of 169 hours of demand are read', () => {
    const [, quoted = ''] =
      /string: '([\s\S]*?)'\n/.exec(readSample('eia_oregon_demand.yaml')) ?? [];
    const body = toBytes(quoted.replaceAll(/\n\s+/g, ' ').replaceAll("''", "'"));
    const { readings } = parseEiaSeries(body, { ...buildDemand('PACW'), rows: 169 });
    expect(readings).toHaveLength(169);
  });

  it('that were shortened by hand are refused as cut off', () => {
    const body = toBytes(readSample('em_US_NW_BPAT-consumption.json'));
    expect(() => parseEiaSeries(body, buildDemand('BPAT'))).toThrow(/cut off: 2 rows, expected 3/);
  });

  it('without rows are refused', () => {
    const body = toBytes(readSample('em_US_CAR_SC-nuclear.json'));
    expect(() => parseEiaSeries(body, buildDemand('SC'))).toThrow(/no rows/);
  });
});
