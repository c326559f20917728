// Forecasts as issued and days of stations, from the archive of the Iowa Environmental Mesonet.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  iemSource,
  planClimateBackfill,
  planMosBackfill,
} from '../../../../app/trading/market/sources/iem/source';
import type {
  ArchivedForecastReading,
  ClimateDayReading,
} from '../../../../app/trading/market/sources/reading';
import type { BackfillRange } from '../../../../app/trading/market/sources/source';
import { findExchange, listExchanges } from '../../../support/cassettes';
import {
  FakeHistory,
  checkHostileBodies,
  parseChanged,
  parseExchange,
} from '../../../support/weather-sources';

const find = (title: string) => findExchange('iem', title);
const RUNS = 'two runs of GFS MOS';
const listForecasts = (title: string) =>
  parseExchange(iemSource, find(title)).readings as readonly ArchivedForecastReading[];

describe('GFS MOS', () => {
  it('gives a forecast for each run, with its time of issue', () => {
    const forecasts = listForecasts(RUNS);
    expect(forecasts.map(({ cell, model, issuedMs }) => [cell, model, issuedMs])).toEqual([
      ['CHI', 'GFS MOS', Date.UTC(2026, 2, 7)],
      ['CHI', 'GFS MOS', Date.UTC(2026, 2, 7, 12)],
    ]);
    expect(parseExchange(iemSource, find(RUNS)).publishedMs).toBeNull();
  });

  it('weights temperatures by their hours and takes extremes of the 12 hours before', () => {
    const [first, second] = listForecasts(RUNS);
    const [day, next] = first?.days ?? [];
    expect(first?.days).toHaveLength(2);
    // Six times of three hours; the highest of the day, at 00 UTC, is of the day before.
    expect(day).toMatchObject({
      dayMs: Date.UTC(2026, 2, 7),
      hours: 18,
      meanF: (34 + 32 + 31 + 38 + 45 + 48) / 6,
      highF: 50,
      lowF: 29,
      rainChance: 0.4,
      rainInches: null,
      sunShare: null,
    });
    // A wind of 99 is a filler.
    expect(day?.windMph).toBeCloseTo(((3 * 10 + 2 * 12) / 5) * 1.150779, 6);
    // The temperature of 03 UTC is missing.
    expect(next).toMatchObject({ hours: 6, meanF: 42, highF: 44, lowF: 40, rainChance: null });
    expect(second?.days).toMatchObject([{ hours: 6, meanF: 47.5 }]);
  });

  it('may lack the columns of wind, rain and extremes', () => {
    const { readings } = parseChanged(iemSource, find(RUNS), (text) =>
      text.replace(',n_x,', ',a,').replace(',wsp,p06,p12,', ',b,c,d,'),
    );
    expect((readings as readonly ArchivedForecastReading[])[0]?.days[0]).toMatchObject({
      highF: 48,
      lowF: 31,
      windMph: null,
      rainChance: null,
    });
  });

  it('has no forecast where the archive has no runs', () => {
    expect(listForecasts('no runs')).toEqual([]);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['another station', (t) => t.replace('KORD', 'KMDW'), /row 1 is of "KMDW", expected KORD/],
    ['another model', (t) => t.replace(',GFS,', ',NAM,'), /row 1 is of "NAM", expected GFS/],
    ['a missing column', (t) => t.replace(',tmp,', ',temp,'), /lacks the column 'tmp'/],
    [
      'an impossible temperature',
      (t) => t.replace(',,34,', ',,340,'),
      /is 340, outside -100 to 140/,
    ],
    ['an infinite temperature', (t) => t.replace(',,34,', ',,1e309,'), /is Infinity/],
    [
      'a chance over 100%',
      (t) => t.replace(',40.0,', ',140.0,'),
      /probability of rain in percent is 140/,
    ],
    [
      'a time before the run',
      (t) => t.replace('2026-03-07 06:00:00,', '2026-03-06 06:00:00,'),
      /is not of the run/,
    ],
    [
      'a time twice',
      (t) => t.replace('2026-03-07 09:00:00', '2026-03-07 06:00:00'),
      /lists 2026-03-07T06:00:00.000Z twice/,
    ],
    [
      'a date that does not exist',
      (t) => t.replace('2026-03-07 06', '2026-02-30 06'),
      /ftime is no time/,
    ],
    ['a half hour', (t) => t.replace('07 06:00:00', '07 06:30:00'), /expected a full hour/],
    ['a cut row', (t) => t.slice(0, -12), /is not a CSV table/],
  ])('with %s is refused', (_what, change, message) => {
    expect(() => parseChanged(iemSource, find(RUNS), change)).toThrow(message);
  });

  it('of a request that the source does not make is refused', () => {
    const { body, request } = find(RUNS);
    const span = '2026-03-01 2026-03-31';
    for (const id of [`mos GFS GOM ${span}`, `mos NAM CHI ${span}`, `mos CHI ${span}`, 'x'])
      expect(() => iemSource.parseAnswer(body, { ...request, id })).toThrow('is no request');
  });
});

describe('the National Blend', () => {
  it('is read by steps of 12 hours', () => {
    const [run] = listForecasts('run of the National Blend');
    expect(run).toMatchObject({ model: 'NBE', issuedMs: Date.UTC(2026, 2, 7, 1) });
    // The highest before 2026-03-08 00 UTC is of a day without hours.
    expect(run?.days).toMatchObject([
      { dayMs: Date.UTC(2026, 2, 8), hours: 24, meanF: 41, highF: 48, lowF: 33, rainChance: 0.1 },
      { dayMs: Date.UTC(2026, 2, 9), hours: 12, meanF: 42, highF: 42, lowF: 42, rainChance: null },
    ]);
  });
});

const DAYS = 'days of a station';
const listDays = (title: string) =>
  parseExchange(iemSource, find(title)).readings as readonly ClimateDayReading[];

describe('days of a station', () => {
  it('have their figures in inches and mph, and none where the station has none', () => {
    const days = listDays(DAYS);
    expect(days[0]).toEqual({
      kind: 'climate day',
      cell: 'CHI',
      station: 'ORD',
      dayMs: Date.UTC(2025, 0, 1),
      highF: 34,
      lowF: 21,
      rainInches: 0,
      isTrace: false,
      windMph: 9.5 * 1.150779,
    });
    // The day without a figure is left out.
    expect(days.map(({ dayMs }) => new Date(dayMs).getUTCDate())).toEqual([1, 2, 3, 5, 6, 7]);
    expect(days[2]).toMatchObject({ highF: 27, lowF: null, rainInches: 0.12, windMph: null });
    expect(days[3]).toMatchObject({ rainInches: null, isTrace: false });
  });

  it('with a trace of rain have none and say so', () => {
    const traces = listDays(DAYS).filter(({ isTrace }) => isTrace);
    expect(traces.map(({ dayMs, rainInches }) => [dayMs, rainInches])).toEqual([
      [Date.UTC(2025, 0, 2), 0],
      [Date.UTC(2025, 0, 6), 0],
    ]);
  });

  it('are empty where the archive has none', () => {
    expect(listDays('no days')).toEqual([]);
  });

  it('count as public from noon of the next day, and runs four hours after their time', () => {
    const { publishedMs, readings, getUsualMs } = parseExchange(iemSource, find(DAYS));
    expect(publishedMs).toBeNull();
    expect(getUsualMs?.(readings[0] as ClimateDayReading)).toBe(Date.UTC(2025, 0, 2, 12));
    const runs = parseExchange(iemSource, find(RUNS));
    expect(runs.getUsualMs?.(runs.readings[0] as ArchivedForecastReading)).toBe(
      Date.UTC(2026, 2, 7, 4),
    );
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['another station', (t) => t.replace('ORD,', 'MDW,'), /row 1 is of "MDW", expected ORD/],
    [
      'a missing column',
      (t) => t.replace('precip_in', 'precip_mm'),
      /lacks the column 'precip_in'/,
    ],
    ['a temperature in kelvin', (t) => t.replace('34.0', '274.3'), /274.3, outside -100 to 140/],
    ['a filler for missing rain', (t) => t.replace(',0.12,', ',-99,'), /-99, outside 0 to 75/],
    ['too much rain', (t) => t.replace(',0.31,', ',310,'), /310, outside 0 to 75/],
    ['too much wind', (t) => t.replace('9.5', '950'), /950, outside 0 to 150/],
    ['a word for a figure', (t) => t.replace('34.0', 'warm'), /is no number: "warm"/],
    ['an infinite figure', (t) => t.replace('34.0', '1e309'), /is Infinity/],
    [
      'a lowest above the highest',
      (t) => t.replace('21.0', '41.0'),
      /is 41, above the highest, 34/,
    ],
    ['a day twice', (t) => t.replace('2025-01-02', '2025-01-01'), /2025-01-01 is listed twice/],
    [
      'a day of another year',
      (t) => t.replace('2025-01-02', '2024-12-31'),
      /is outside 2025-01-01/,
    ],
    ['a date that does not exist', (t) => t.replace('2025-01-02', '2025-02-30'), /day is no date/],
    ['a cut row', (t) => t.slice(0, -6), /is not a CSV table/],
    ['an error instead', () => 'ERROR: Invalid network specified', /lacks the column/],
  ])('with %s are refused', (_what, change, message) => {
    expect(() => parseChanged(iemSource, find(DAYS), change)).toThrow(message);
  });

  it('of a request that the source does not make are refused', () => {
    const { body, request } = find(DAYS);
    const span = '2025-01-01 2025-12-31';
    for (const id of [`climate GOM ${span}`, `climate GFS CHI ${span}`, 'climate CHI 2025-01-01'])
      expect(() => iemSource.parseAnswer(body, { ...request, id })).toThrow('is no request');
  });
});

describe('hostile bodies', () => {
  it.each(listExchanges('iem').map((exchange) => [exchange.title, exchange] as const))(
    'like %s are refused or lie in their bounds',
    (_title, exchange) => {
      expect(checkHostileBodies(iemSource, exchange)).toBeGreaterThan(0.2);
    },
    60_000,
  );
});

describe('the planner', () => {
  it('has no live requests', () => {
    expect(iemSource.planRequests(Date.UTC(2026, 0, 1), new FakeHistory())).toEqual([]);
  });

  it('lists a backfill by month, model and station', () => {
    const requests = planMosBackfill(Date.UTC(2021, 0, 15), Date.UTC(2021, 2, 2));
    expect(requests).toHaveLength(3 * 2 * 13);
    expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length);
    expect(new Set(requests.map(({ url }) => url)).size).toBe(requests.length);
    expect(requests[0]).toEqual({
      id: 'mos GFS NYC 2021-01-15 2021-01-31',
      url: 'https://mesonet.agron.iastate.edu/cgi-bin/request/mos.py?station=KNYC&model=GFS&format=csv&sts=2021-01-15T00:00Z&ets=2021-01-31T23:59Z',
      accept: 'text/csv',
    });
    expect(requests.at(-1)?.url).toContain('sts=2021-03-01T00:00Z&ets=2021-03-01T23:59Z');
    expect(iemSource.gapMs).toBe(2000);
    for (const { url } of requests) expect(iemSource.hosts).toContain(new URL(url).hostname);
  });

  it('lists nothing for an empty range, and one model on request', () => {
    const fromMs = Date.UTC(2021, 0, 1);
    expect(planMosBackfill(fromMs, fromMs)).toEqual([]);
    expect(planMosBackfill(fromMs, fromMs + 1_000_000, ['GFS'])).toHaveLength(13);
  });
});

describe('the plan of a backfill', () => {
  const NOON = Date.UTC(2026, 10, 27, 12);
  const ALL = { fromMs: null, untilMs: null };
  const listIds = (nowMs: number, range: BackfillRange = ALL) =>
    iemSource.planBackfill(range, nowMs).map(({ id }) => id);

  it('asks for days by year and station, newest year first', () => {
    const requests = planClimateBackfill(Date.UTC(2024, 5, 1), Date.UTC(2025, 0, 1));
    expect(requests).toHaveLength(13);
    expect(requests[0]).toEqual({
      id: 'climate NYC 2024-06-01 2024-12-31',
      url: 'https://mesonet.agron.iastate.edu/cgi-bin/request/daily.py?network=NY_ASOS&stations=NYC&sts=2024-06-01&ets=2024-12-31&var=max_temp_f,min_temp_f,precip_in,avg_wind_speed_kts&na=M&format=csv',
      accept: 'text/csv',
    });
    expect(requests.at(-1)?.url).toContain('network=HI_ASOS&stations=PHNL');
    for (const { url } of requests) expect(iemSource.hosts).toContain(new URL(url).hostname);
  });

  it('covers the years of the normals and a year of runs', () => {
    const ids = listIds(NOON);
    expect(new Set(ids).size).toBe(ids.length);
    const climate = ids.filter((id) => id.startsWith('climate'));
    expect(climate).toHaveLength(8 * 13);
    expect(climate.at(-1)).toBe('climate HI 2019-01-01 2019-12-31');
    expect(ids.slice(0, climate.length)).toEqual(climate);
    expect(ids.find((id) => id.startsWith('mos'))).toBe('mos GFS NYC 2025-11-01 2025-11-30');
  });

  it('ends with the last complete day', () => {
    expect(listIds(NOON)[0]).toBe('climate NYC 2026-01-01 2026-11-26');
    expect(listIds(NOON - 1)[0]).toBe('climate NYC 2026-01-01 2026-11-25');
    expect(listIds(NOON - 1).at(-1)).toBe('mos NBE HI 2026-11-01 2026-11-26');
  });

  it('takes a range', () => {
    const range = { fromMs: Date.UTC(2020, 1, 1), untilMs: Date.UTC(2020, 1, 11) };
    const ids = listIds(NOON, range);
    expect(ids).toHaveLength(3 * 13);
    for (const id of ids) expect(id).toMatch(/ 2020-02-01 2020-02-10$/);
    expect(listIds(NOON, { fromMs: NOON, untilMs: null })).toEqual([]);
  });
});

const FILE = join(
  process.cwd(),
  '..',
  'shared',
  'feeds',
  'iem-mos',
  'mos_GFS_KMIA_2021-06-15_00Z.csv',
);
const isThere = existsSync(FILE);
if (!isThere)
  process.stdout.write('SKIPPED: there is no ../shared/feeds, so no real MOS answer was read\n');

describe.skipIf(!isThere)('a real answer', () => {
  it('is read as three runs', () => {
    // The sample is of a station that is not of a cell.
    const text = readFileSync(FILE, 'utf8').replaceAll('KMIA', 'KMCO');
    const { readings } = iemSource.parseAnswer(new TextEncoder().encode(text), {
      id: 'mos GFS LAK 2021-06-01 2021-06-30',
      url: 'https://mesonet.agron.iastate.edu/cgi-bin/request/mos.py',
    });
    const [first, ...others] = readings as readonly ArchivedForecastReading[];
    expect(others).toHaveLength(2);
    expect(first?.days[0]).toMatchObject({ hours: 18, highF: 91, lowF: 75, rainChance: 0.52 });
  });
});
