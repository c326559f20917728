// Forecasts as issued, from the archive of the Iowa Environmental Mesonet.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { iemSource, planMosBackfill } from '../../../../app/trading/market/sources/iem/source';
import type { ForecastReading } from '../../../../app/trading/market/sources/reading';
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
  parseExchange(iemSource, find(title)).readings as readonly ForecastReading[];

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
    expect((readings as readonly ForecastReading[])[0]?.days[0]).toMatchObject({
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
    for (const id of ['mos GFS GOM 2026-03-01', 'mos NAM CHI 2026-03-01', 'x'])
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
      id: 'mos GFS NYC 2021-01-15',
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
      id: 'mos GFS LAK 2021-06-01',
      url: 'https://mesonet.agron.iastate.edu/cgi-bin/request/mos.py',
    });
    const [first, ...others] = readings as readonly ForecastReading[];
    expect(others).toHaveLength(2);
    expect(first?.days[0]).toMatchObject({ hours: 18, highF: 91, lowF: 75, rainChance: 0.52 });
  });
});
