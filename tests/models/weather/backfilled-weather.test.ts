// Weather screens of public data after a backfill: normals where there is a station.
import { describe, expect, it } from 'vitest';
import { buildAnomalyPart } from '../../../app/models/weather/anomaly-maps.server';
import {
  listSkillRows,
  serializeAlmanac,
  serializeDegreeDays,
} from '../../../app/models/weather/serialize-almanac.server';
import { listWeatherRows } from '../../../app/models/weather/serialize-weather.server';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';
import { iemSource } from '../../../app/trading/market/sources/iem/source';
import { createPublicArchive } from '../../../app/trading/market/sources/public-archive';
import type { PublishedReading } from '../../../app/trading/market/sources/publication-store';
import { MARKET_CELLS, WEATHER_CELLS, type WeatherCell } from '../../../app/trading/weather/cell';
import type { WeatherSource } from '../../../app/trading/weather/weather-source';
import { buildArchiveText, computeArchiveMeanF } from '../../support/archive-answers';

const TODAY = Date.UTC(2026, 10, 24);
const NOW_MS = TODAY + 14 * HOUR_MS;
/** Above the normal of November 24 in the made answers. */
const FORECAST_F = computeArchiveMeanF(TODAY) + 10;

const listPast = (): readonly PublishedReading[] =>
  iemSource
    .planBackfill({ fromMs: Date.UTC(2023, 0, 1), untilMs: null }, NOW_MS)
    .filter(({ id }) => /^climate|NBE \w+ 2026-(09|10)/.test(id))
    .flatMap((request) => {
      const body = new TextEncoder().encode(buildArchiveText(request));
      const { readings, getUsualMs } = iemSource.parseAnswer(body, request);
      return readings.map((reading) => ({ reading, publishedMs: getUsualMs?.(reading) ?? NOW_MS }));
    });

const buildForecast = (cell: WeatherCell): PublishedReading => ({
  reading: {
    kind: 'forecast',
    cell,
    model: 'NWS',
    issuedMs: TODAY + 12 * HOUR_MS,
    days: Array.from({ length: 8 }, (_, lead) => ({
      dayMs: TODAY + lead * DAY_MS,
      hours: 24,
      meanF: FORECAST_F,
      highF: FORECAST_F + 8,
      lowF: FORECAST_F - 8,
      windMph: 8,
      sunShare: null,
      rainInches: null,
      rainChance: null,
    })),
  },
  publishedMs: NOW_MS - HOUR_MS,
});

/** A day of hours at each place, ten degrees above normal. */
const listHours = (cell: WeatherCell): readonly PublishedReading[] =>
  Array.from({ length: 24 }, (_, back) => ({
    reading: {
      kind: 'observation',
      cell,
      station: cell,
      validMs: TODAY + 13 * HOUR_MS - back * HOUR_MS,
      temperatureF: FORECAST_F,
      humidityPercent: null,
      windMph: null,
      pressureMb: null,
      rainInches: null,
    },
    publishedMs: NOW_MS - HOUR_MS,
  }));

function openDesk(past: readonly PublishedReading[]): WeatherSource {
  const { weather, series, skillRuns, addReadings } = createPublicArchive();
  addReadings([...past, ...MARKET_CELLS.map(buildForecast), ...WEATHER_CELLS.flatMap(listHours)]);
  return {
    market: 'public',
    source: 'public sources',
    nowMs: () => NOW_MS,
    weather,
    skillRuns,
    series,
    closes: () => [],
    spot: null,
    reports: () => [],
  };
}

const findDeparture = (desk: WeatherSource, region: string) =>
  listWeatherRows(desk).find((row) => row.region === region)?.departure;

describe('weather screens of public data', () => {
  it('have no normals before a backfill', () => {
    const desk = openDesk([]);
    expect(findDeparture(desk, 'Northeast')).toBeNull();
    expect(serializeDegreeDays({ desk, reason: null }).departure).toBeNull();
    expect(
      buildAnomalyPart(desk, 'standard')?.regions.map(({ departures }) => departures[0]),
    ).toEqual([null, null, null, null, null]);
  });

  describe('after a backfill', () => {
    const desk = openDesk(listPast());

    it('show the departure of the last day from normal, not where there is no station', () => {
      for (const region of ['Northeast', 'Southeast', 'Midwest', 'Southwest', 'West', 'ERCOT'])
        expect(findDeparture(desk, region)).toBeCloseTo(10, 0);
      expect(findDeparture(desk, 'Gulf of Mexico')).toBeNull();
      expect(findDeparture(desk, 'Minas Gerais')).toBeNull();
    });

    it('show degree days against normal', () => {
      const { total, totalNormal, departure } = serializeDegreeDays({ desk, reason: null });
      expect(totalNormal).toBeGreaterThan(total ?? Infinity);
      // Ten degrees a day over a week, less the fall of the normal towards winter.
      expect(departure).toBeLessThan(-60);
      expect(departure).toBeGreaterThan(-90);
    });

    it('show the anomaly map of every region', () => {
      const part = buildAnomalyPart(desk, 'standard');
      expect(part?.regions).toHaveLength(5);
      for (const { departures } of part?.regions ?? []) {
        // The normal falls towards winter.
        expect(departures[0]).toBeGreaterThan(10);
        expect(departures[0]).toBeLessThan(11);
      }
    });

    it('show normals in the almanac', () => {
      const { cells } = serializeAlmanac({ desk, reason: null });
      const findCell = (place: string) => cells.find((cell) => cell.place === place);
      expect(findCell('New York')?.normal?.mean).toBeCloseTo(computeArchiveMeanF(TODAY), 0);
      expect(findCell('New York')?.normal?.rain).toBeCloseTo(0.05, 2);
      expect(findCell('Gulf of Mexico')?.normal ?? null).toBeNull();
    });

    it('show the skill of archived runs and name them', () => {
      const row = listSkillRows(desk).find(({ cell, lead }) => cell === 'CHI' && lead === 1);
      expect(row?.n).toBeGreaterThan(50);
      expect(row?.bias).toBeCloseTo(2, 0);
      expect(row?.source).toBe('public sources and archived MOS runs');
    });
  });
});
