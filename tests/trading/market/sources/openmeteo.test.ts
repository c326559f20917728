// Forecasts of Open-Meteo for the Gulf and Minas Gerais.
import { describe, expect, it } from 'vitest';
import { computeSunShare } from '../../../../app/trading/market/sources/openmeteo/sunshine';
import { openMeteoSource } from '../../../../app/trading/market/sources/openmeteo/source';
import type { ForecastReading, Reading } from '../../../../app/trading/market/sources/reading';
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
const find = (title: string) => findExchange('openmeteo', title);
const FORECAST = 'forecast of three days';
const getForecast = (readings: readonly Reading[]) => readings[0] as ForecastReading;

describe('a forecast', () => {
  it('begins with the six-hour cycle of the current time', () => {
    const { publishedMs, readings } = parseExchange(openMeteoSource, find(FORECAST));
    expect(readings).toHaveLength(1);
    const { days, ...rest } = getForecast(readings);
    expect(publishedMs).toBeNull();
    expect(rest).toEqual({
      kind: 'forecast',
      cell: 'GOM',
      model: 'Open-Meteo best match',
      issuedMs: Date.UTC(2026, 2, 10, 12),
    });
    expect(days.map(({ dayMs, hours }) => [dayMs, hours])).toEqual([
      [Date.UTC(2026, 2, 10), 12],
      [Date.UTC(2026, 2, 11), 24],
      [Date.UTC(2026, 2, 12), 24],
    ]);
    expect(days[1]).toMatchObject({ highF: 79, lowF: 72, windMph: 12, rainChance: 0.65 });
  });

  it('assigns rain to the hour before its time', () => {
    const { days } = getForecast(parseExchange(openMeteoSource, find(FORECAST)).readings);
    // The rain at 00 UTC of March 11 fell on March 10; the rain after the last hour is unknown.
    expect(days.map(({ rainInches }) => rainInches)).toEqual([0.1, 0.1, null]);
  });

  it('has sunshine on days with 24 hours of radiation', () => {
    const { days } = getForecast(parseExchange(openMeteoSource, find(FORECAST)).readings);
    expect(days[1]?.sunShare).toBeGreaterThan(0.5);
    expect(days[1]?.sunShare).toBeLessThan(1);
    expect(days[2]?.sunShare).toBeNull();
  });

  it('is converted from the units that it states', () => {
    const imperial = getForecast(parseExchange(openMeteoSource, find(FORECAST)).readings).days[1];
    const metric = getForecast(
      parseExchange(openMeteoSource, find('forecast in metric units')).readings,
    ).days[1];
    expect(metric?.highF).toBeCloseTo(imperial?.highF ?? 0, 0);
    expect(metric?.windMph).toBeCloseTo(12 * 0.621371, 4);
    expect(metric?.rainInches).toBeCloseTo(0.1 / 25.4, 6);
  });

  it('has no observations of past hours', () => {
    const { readings } = parseExchange(openMeteoSource, find(FORECAST));
    expect(readings.map(({ kind }) => kind)).toEqual(['forecast']);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    [
      'an unknown unit',
      (t) => t.replaceAll('"°F"', '"°R"'),
      /unit of the temperature in deg F is "°R"/,
    ],
    [
      'another unit of radiation',
      (t) => t.replace('W/m²', 'MJ/m²'),
      /lacks hourly_units\.shortwave_radiation/,
    ],
    [
      'local time',
      (t) => t.replace('"utc_offset_seconds":0', '"utc_offset_seconds":-21600'),
      /lacks utc_offset_seconds/,
    ],
    [
      'another place',
      (t) => t.replace('"latitude":27.5', '"latitude":40.8'),
      /the place is 40\.8, -91, expected 27\.5, -91/,
    ],
    [
      'a missing value too few',
      (t) => t.replace('"precipitation":[0,', '"precipitation":['),
      /71 values of precipitation, expected 72/,
    ],
    [
      'an hour twice',
      (t) => t.replace('"2026-03-10T01:00"', '"2026-03-10T00:00"'),
      /does not follow/,
    ],
    [
      'hours of another year',
      (t) => t.replace('"current":{"time":"2026', '"current":{"time":"2025'),
      /the hours begin at/,
    ],
    [
      'an infinite value',
      (t) => t.replace('"temperature_2m":[72', '"temperature_2m":[1e309'),
      /lacks hourly\.temperature_2m/,
    ],
    ['impossible wind', (t) => t.replaceAll('12,12,12', '12,1200,12'), /wind in mph is 1200/],
    ['impossible radiation', (t) => t.replaceAll(',800,', ',8000,'), /radiation in W\/m2 is 8000/],
    [
      'no temperature',
      (t) =>
        t.replace(
          /"temperature_2m":\[[^\]]*\]/,
          `"temperature_2m":[${Array(72).fill('null').join()}]`,
        ),
      /no temperature from/,
    ],
  ])('with %s is refused', (_what, change, message) => {
    expect(() => parseChanged(openMeteoSource, find(FORECAST), change)).toThrow(message);
  });

  it('is refused with the reason that the source gives', () => {
    expect(() => parseExchange(openMeteoSource, find('error'))).toThrow(
      "the source reports: Data corrupted at path ''",
    );
  });
});

describe('the share of sunshine', () => {
  const june = Date.UTC(2026, 5, 21);
  it.each([
    ['a clear summer day', 41.6 * 11.574 * 0.75, 30, june, 1],
    ['half of a clear rise', 41.6 * 11.574 * 0.5, 30, june, 0.5],
    ['a covered sky', 41.6 * 11.574 * 0.25, 30, june, 0],
    ['more than a clear sky', 900, 30, june, 1],
    ['darkness', 0, 30, june, 0],
  ])('of %s', (_what, watts, latitude, dayMs, share) => {
    expect(computeSunShare(watts, latitude, dayMs)).toBeCloseTo(share, 1);
  });

  it('follows the worked example of the FAO: 32.2 MJ/m2 on September 3 at 20 S', () => {
    // 1 MJ/m2 and day are 11.574 W/m2.
    const watts = 32.2 * 11.574;
    const dayMs = Date.UTC(2026, 8, 3);
    expect(computeSunShare(watts * 0.5, -20, dayMs)).toBeCloseTo(0.5, 2);
    expect(computeSunShare(watts * 0.625, -20, dayMs)).toBeCloseTo(0.75, 2);
  });

  it('is unknown in the polar night', () => {
    expect(computeSunShare(0, 80, Date.UTC(2026, 11, 21))).toBeNull();
  });
});

describe('hostile bodies', () => {
  it.each(listExchanges('openmeteo').map((exchange) => [exchange.title, exchange] as const))(
    'like %s are refused or lie in their bounds',
    (_title, exchange) => {
      expect(checkHostileBodies(openMeteoSource, exchange)).toBeGreaterThan(0.2);
    },
    60_000,
  );
});

describe('the planner', () => {
  it('asks for both places every six hours, also across a clock change', () => {
    const fromMs = Date.UTC(2026, 9, 31);
    const sent = replayPlanner(openMeteoSource, {
      fromMs,
      untilMs: fromMs + 48 * HOUR,
      answer: () => ({}),
    });
    expect(sent).toHaveLength(2 * 8);
    expect(findShortestGapMs(sent)).toBeGreaterThanOrEqual(6 * HOUR);
    expect(sent[0]?.url).toBe(find(FORECAST).request.url);
    expect(sent[1]?.url).toContain('latitude=-20&longitude=-46&');
  });

  it('is off until the terms are accepted', () => {
    expect(openMeteoSource.terms).toMatch(/non-commercial/);
    expect(openMeteoSource.requestsPerDayMax).toBe(8000);
  });

  it('reads no answer of another request', () => {
    const { body, request } = find(FORECAST);
    expect(() => openMeteoSource.parseAnswer(body, { ...request, id: 'forecast NYC' })).toThrow(
      'is no request of Open-Meteo',
    );
    expect(openMeteoSource.planRequests(0, new FakeHistory())).toHaveLength(2);
  });
});
