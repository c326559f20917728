// Days and runs of the past in the public archive: beside current ones, and never known too early.
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../app/trading/domain/time';
import { iemSource } from '../../../../app/trading/market/sources/iem/source';
import {
  createPublicArchive,
  loadPublicArchive,
} from '../../../../app/trading/market/sources/public-archive';
import type { PublishedReading } from '../../../../app/trading/market/sources/publication-store';
import type { ClimateDayReading, Reading } from '../../../../app/trading/market/sources/reading';
import { computeForecastSkill } from '../../../../app/trading/weather/forecast-skill';
import { createWeatherHistory } from '../../../../app/trading/weather/history';
import { buildArchiveText, computeArchiveMeanF } from '../../../support/archive-answers';

const NOW_MS = Date.UTC(2026, 10, 27, 12);
const TODAY = Date.UTC(2026, 10, 27);

/** Backfilled readings of a range, as the store dates them. */
function readPast(
  fromMs: number,
  { untilMs = NOW_MS, ids = /CHI/ }: { readonly untilMs?: number; readonly ids?: RegExp } = {},
): readonly PublishedReading[] {
  const requests = iemSource.planBackfill({ fromMs, untilMs }, NOW_MS);
  return requests
    .filter(({ id }) => ids.test(id))
    .flatMap((request) => {
      const body = new TextEncoder().encode(buildArchiveText(request));
      const { readings, getUsualMs } = iemSource.parseAnswer(body, request);
      return readings.map((reading) => ({ reading, publishedMs: getUsualMs?.(reading) ?? NOW_MS }));
    });
}

const DAY: ClimateDayReading = {
  kind: 'climate day',
  cell: 'CHI',
  station: 'ORD',
  dayMs: Date.UTC(2026, 10, 20),
  highF: 40,
  lowF: 30,
  rainInches: 0,
  isTrace: true,
  windMph: null,
};
const publishUsual = (reading: ClimateDayReading): PublishedReading => ({
  reading,
  publishedMs: reading.dayMs + 36 * HOUR_MS,
});

const buildHour = (validMs: number): PublishedReading => ({
  reading: {
    kind: 'observation',
    cell: 'CHI',
    station: 'KORD',
    validMs,
    temperatureF: 60,
    humidityPercent: null,
    windMph: null,
    pressureMb: null,
    rainInches: null,
  },
  publishedMs: validMs + HOUR_MS,
});

describe('a climate day', () => {
  it('is a day of its cell, with the mean of highest and lowest and what it lacks as null', () => {
    const { weather, addReadings } = createPublicArchive();
    addReadings([publishUsual(DAY)]);
    expect(weather.listDays('CHI', DAY.dayMs, TODAY, NOW_MS)).toEqual([
      {
        dayMs: DAY.dayMs,
        meanF: 35,
        highF: 40,
        lowF: 30,
        rainInches: 0,
        windMph: null,
        publishedMs: DAY.dayMs + 36 * HOUR_MS,
      },
    ]);
  });

  it('without its highest or lowest is no day', () => {
    const { weather, addReadings } = createPublicArchive();
    addReadings(
      [
        { ...DAY, highF: null },
        { ...DAY, lowF: null },
      ].map(publishUsual),
    );
    expect(weather.listDays('CHI', DAY.dayMs, TODAY, NOW_MS)).toEqual([]);
  });

  it('replaces observed hours with gaps, and not all hours of a day', () => {
    const { weather, addReadings } = createPublicArchive();
    const hours = Array.from({ length: 24 }, (_, hour) => buildHour(DAY.dayMs + hour * HOUR_MS));
    const readMean = (): number | undefined =>
      weather.listDays('CHI', DAY.dayMs, TODAY, NOW_MS)[0]?.meanF;
    addReadings([...hours.slice(1), publishUsual(DAY)]);
    expect(readMean()).toBe(35);
    addReadings(hours);
    expect(readMean()).toBe(60);
  });
});

describe('archived runs', () => {
  const dayMs = TODAY - 10 * DAY_MS;
  const past = readPast(dayMs, { untilMs: dayMs + DAY_MS });
  const nws: PublishedReading = {
    reading: {
      kind: 'forecast',
      cell: 'CHI',
      model: 'NWS',
      issuedMs: dayMs + 2 * HOUR_MS,
      days: Array.from({ length: 7 }, (_, lead) => ({
        dayMs: dayMs + lead * DAY_MS,
        hours: 24,
        meanF: 77,
        highF: 80,
        lowF: 74,
        windMph: null,
        sunShare: null,
        rainInches: null,
        rainChance: null,
      })),
    },
    publishedMs: dayMs + 2 * HOUR_MS,
  };

  it.each([
    ['before', [...past, nws]],
    ['after', [nws, ...past]],
  ])('stored %s a run of the weather service of the same cycle do not replace it', (_, all) => {
    const { weather, skillRuns, addReadings } = createPublicArchive();
    addReadings(all);
    expect(weather.findRun('CHI', NOW_MS)?.days[0]?.meanF).toBe(77);
    expect(weather.findRun('CHI', NOW_MS, 1)).toBeNull();
    expect(weather.listRuns('CHI', 0, NOW_MS, NOW_MS)).toHaveLength(1);
    const daily = skillRuns.listDailyRuns('CHI', 0, NOW_MS, NOW_MS);
    expect(daily.map(({ days }) => days[0]?.meanF)).toEqual([77]);
  });

  it('are runs for skill alone, the longest of the first cycle of a day', () => {
    const { weather, skillRuns, addReadings } = createPublicArchive();
    expect(skillRuns.source).toBe('public sources');
    addReadings(past);
    expect(skillRuns.source).toBe('public sources and archived MOS runs');
    expect(weather.findRun('CHI', NOW_MS)).toBeNull();
    expect(weather.listDailyRuns('CHI', 0, NOW_MS, NOW_MS)).toEqual([]);
    const [run, ...others] = skillRuns.listDailyRuns('CHI', 0, NOW_MS, NOW_MS);
    expect(others).toEqual([]);
    // The National Blend covers four whole days, GFS two.
    expect(run).toMatchObject({ issuedMs: dayMs, publishedMs: dayMs + 5 * HOUR_MS });
    expect(run?.days.map(({ lead }) => lead)).toEqual([1, 2, 3, 4]);
    // Before its publication the shorter run is the one.
    const early = skillRuns.listDailyRuns('CHI', 0, NOW_MS, dayMs + 4.5 * HOUR_MS);
    expect(early.map(({ days }) => days.length)).toEqual([2]);
    expect(skillRuns.listDailyRuns('CHI', 0, NOW_MS, dayMs + 3 * HOUR_MS)).toEqual([]);
  });

  it('give measures of skill against the days of their station', () => {
    const { weather, skillRuns, addReadings } = createPublicArchive();
    addReadings(readPast(TODAY - 40 * DAY_MS));
    const history = createWeatherHistory(weather, NOW_MS).getCell('CHI');
    const skill = computeForecastSkill(skillRuns, 'CHI', history, NOW_MS);
    expect(skill[0]).toMatchObject({ n: 0, meanAbsoluteError: null });
    expect(skill[1]?.n).toBeGreaterThan(30);
    expect(skill[1]?.bias).toBeCloseTo(2, 0);
  });

  it('leave after a year', () => {
    const { skillRuns, addReadings } = createPublicArchive();
    const oldMs = TODAY - 367 * DAY_MS;
    addReadings(readPast(oldMs, { untilMs: oldMs + 3 * DAY_MS }));
    addReadings([buildHour(NOW_MS)]);
    const daily = skillRuns.listDailyRuns('CHI', 0, NOW_MS, NOW_MS);
    expect(daily.map(({ issuedMs }) => (TODAY - issuedMs) / DAY_MS)).toEqual([366, 365]);
  });
});

describe('a reader at an earlier time', () => {
  it('sees no day and no run that was not public then', () => {
    const { weather, skillRuns, addReadings } = createPublicArchive();
    const fromMs = TODAY - 12 * DAY_MS;
    const past = readPast(fromMs);
    addReadings(past);
    const countPublic = (kind: Reading['kind'], knownMs: number): number =>
      past.filter(
        ({ reading, publishedMs }) =>
          reading.kind === kind &&
          'cell' in reading &&
          reading.cell === 'CHI' &&
          publishedMs <= knownMs,
      ).length;
    let days = 0;
    for (let knownMs = fromMs; knownMs <= NOW_MS; knownMs += HOUR_MS) {
      const seen = weather.listDays('CHI', 0, NOW_MS, knownMs);
      expect(seen).toHaveLength(countPublic('climate day', knownMs));
      for (const { dayMs, publishedMs } of seen) {
        expect(publishedMs).toBeLessThanOrEqual(knownMs);
        expect(dayMs + 36 * HOUR_MS).toBeLessThanOrEqual(knownMs);
      }
      for (const run of skillRuns.listDailyRuns('CHI', 0, NOW_MS, knownMs)) {
        expect(run.publishedMs).toBeLessThanOrEqual(knownMs);
        expect(run.issuedMs + 4 * HOUR_MS).toBeLessThanOrEqual(knownMs);
      }
      days = Math.max(days, seen.length);
    }
    expect(days).toBe(12);
  });

  it('has normals of the days that were public then', () => {
    const { weather, addReadings } = createPublicArchive();
    addReadings(readPast(Date.UTC(2023, 0, 1), { ids: /climate CHI/ }));
    const getNormal = (knownMs: number) =>
      createWeatherHistory(weather, knownMs).getCell('CHI').normals.getNormal(TODAY);
    expect(getNormal(Date.UTC(2024, 5, 1))).toBeNull();
    expect(getNormal(NOW_MS)?.meanF).toBeCloseTo(computeArchiveMeanF(TODAY), 0);
  });
});

describe('the archive at a start', () => {
  it('reads days back to the first one of the normals, and first runs of a year', () => {
    const asked = new Map<string, number>();
    loadPublicArchive(
      {
        listReadings: (group, fromMs) => {
          asked.set(group, Math.round((NOW_MS - fromMs) / DAY_MS));
          return [];
        },
      },
      NOW_MS,
    );
    expect(asked.get('climate day')).toBe(7 * 366);
    expect(asked.get('archived forecast/00')).toBe(366);
    expect(asked.get('forecast')).toBe(60);
  });
});
