// Weather pages on public data that lacks places, days, history and prices.
import { describe, expect, it } from 'vitest';
import { serializeDegreeDays } from '../../../app/models/weather/serialize-almanac.server';
import { listWeatherRows } from '../../../app/models/weather/serialize-weather.server';
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
    reports: () => [],
  };
}

const buildForecast = (cell: (typeof MARKET_CELLS)[number], days: number): Reading => ({
  kind: 'forecast',
  cell,
  model: 'NWS',
  issuedMs: TODAY + 12 * HOUR_MS,
  days: Array.from({ length: days }, (_, lead) => ({
    dayMs: TODAY + lead * DAY_MS,
    hours: 24,
    meanF: 45,
    highF: 55,
    lowF: 35,
    windMph: 8,
    sunShare: 0.5,
    rainInches: 0,
    rainChance: 0.1,
  })),
});

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
