// Weather pages on public data that lacks places, days, history and prices.
import { describe, expect, it } from 'vitest';
import { serializeDegreeDays } from '../../../app/models/weather/serialize-almanac.server';
import {
  listIntelligenceRows,
  listWeatherRows,
} from '../../../app/models/weather/serialize-weather.server';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';
import { createPublicArchive } from '../../../app/trading/market/sources/public-archive';
import type { Reading } from '../../../app/trading/market/sources/reading';
import { MARKET_CELLS } from '../../../app/trading/weather/cell';
import type { WeatherSource } from '../../../app/trading/weather/weather-source';

const TODAY = Date.UTC(2026, 10, 24);
const NOW_MS = TODAY + 14 * HOUR_MS;

function openDesk(readings: readonly Reading[]): WeatherSource {
  const archive = createPublicArchive();
  archive.addReadings(readings.map((reading) => ({ reading, publishedMs: NOW_MS - HOUR_MS })));
  return {
    market: 'public',
    source: 'public sources',
    nowMs: () => NOW_MS,
    weather: archive.weather,
    series: archive.series,
    closes: () => [],
    spot: archive.spot,
    reports: () => [],
  };
}

interface Forecast {
  /** Start of the day of issue. */
  readonly dayMs?: number;
  /** Days with an amount of rain. */
  readonly rainDays?: number;
  readonly rainInches?: number;
}

const buildForecast = (
  cell: (typeof MARKET_CELLS)[number],
  days: number,
  { dayMs = TODAY, rainDays = days, rainInches = 0 }: Forecast = {},
): Reading => ({
  kind: 'forecast',
  cell,
  model: 'NWS',
  issuedMs: dayMs + 12 * HOUR_MS,
  days: Array.from({ length: days }, (_, lead) => ({
    dayMs: dayMs + lead * DAY_MS,
    hours: 24,
    meanF: 45,
    highF: 55,
    lowF: 35,
    windMph: 8,
    sunShare: 0.5,
    rainInches: lead < rainDays ? rainInches : null,
    rainChance: 0.1,
  })),
});

/** Forecasts of yesterday and today for all places: seven days, `rainDays` of them with rain. */
const buildWeek = (rainDays: number, rainInches = 0): readonly Reading[] =>
  MARKET_CELLS.flatMap((cell) => [
    buildForecast(cell, 7, { dayMs: TODAY - DAY_MS, rainDays }),
    buildForecast(cell, 7, { rainDays, rainInches }),
  ]);

const NEW_YORK: Reading = {
  kind: 'observation',
  cell: 'NYC',
  station: 'KNYC',
  validMs: NOW_MS - 2 * HOUR_MS,
  temperatureF: 41,
  humidityPercent: null,
  windMph: null,
  pressureMb: null,
  rainInches: null,
};

describe('degree days of public forecasts', () => {
  it.each([
    ['nothing', [], /No forecast run of all weighted places/],
    ['one place', [buildForecast('NYC', 8)], /No forecast run of all weighted places/],
    [
      'today only',
      MARKET_CELLS.map((cell) => buildForecast(cell, 1)),
      /no coming day of all weighted places/,
    ],
  ])('of %s are missing with a reason, not zero', (_, readings, reason) => {
    const result = serializeDegreeDays({ desk: openDesk(readings), reason: null });
    expect(result.reason).toMatch(reason);
    expect([result.total, result.totalNormal, result.departure]).toEqual([null, null, null]);
  });

  it('of all places cover the forecast days, without a normal', () => {
    const readings = MARKET_CELLS.map((cell) => buildForecast(cell, 8));
    const result = serializeDegreeDays({ desk: openDesk(readings), reason: null });
    expect(result.reason).toBeNull();
    expect(result.days).toHaveLength(7);
    expect(result.total).toBeGreaterThan(100);
    expect([result.totalNormal, result.departure]).toEqual([null, null]);
  });
});

describe('public forecasts with rain for three of seven days', () => {
  it('have degree days of all days after today', () => {
    const result = serializeDegreeDays({ desk: openDesk(buildWeek(3)), reason: null });
    expect(result.reason).toBeNull();
    expect(result.days.map(({ lead }) => lead)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(result.sinceDayAgo).toMatchObject({ days: 5, total: 0 });
  });

  it.each([
    [
      'the number of days with rain',
      buildWeek(3),
      'Rain covers 1 of 5 days; the rest have no amount in one or both runs.',
    ],
    ['that there is none', buildWeek(1), 'Rain: N/A, no day has an amount in both runs.'],
  ])('state %s in each region', (_, readings, text) => {
    const rows = listIntelligenceRows(openDesk(readings));
    expect(rows.length).toBeGreaterThan(5);
    for (const { message } of rows) expect(message).toContain(text);
  });

  it('state a change of rain for its days only', () => {
    const rows = listIntelligenceRows(openDesk(buildWeek(3, 2)));
    expect(rows.find(({ region }) => region === 'Minas Gerais')?.message).toContain(
      'Rain on Nov 25: 2.0 in (+2.0). Rain covers 1 of 5 days',
    );
  });

  it('state nothing about rain where all days have it', () => {
    for (const { message } of listIntelligenceRows(openDesk(buildWeek(7))))
      expect(message).not.toMatch(/Rain/);
  });
});

describe('the weather page of public data', () => {
  it('is built from a single observation', () => {
    const desk = openDesk([NEW_YORK]);
    const northeast = listWeatherRows(desk).find(({ region }) => region === 'Northeast');
    expect(northeast).toMatchObject({
      temperature: 41,
      humidity: null,
      windSpeed: null,
      rain: null,
      type: null,
      condition: null,
      departure: null,
    });
    expect(listWeatherRows(desk).find(({ region }) => region === 'West')?.temperature).toBeNull();
  });
});
