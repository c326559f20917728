import { describe, expect, it } from 'vitest';
import { createVintageStore } from '../../../app/trading/market/vintage-store';
import { type WeatherArchive, createWeatherArchive } from '../../../app/trading/weather/archive';
import type { ForecastRun, Observation } from '../../../app/trading/weather/bulletin';
import { WEATHER_CELLS } from '../../../app/trading/weather/cell';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';

const START = Date.UTC(2020, 0, 1);

const buildReading = (
  validMs: number,
  temperatureF: number,
  publishedMs = validMs + 75 * 60_000,
  cell: Observation['cell'] = 'NYC',
): Observation => ({
  cell,
  validMs,
  publishedMs,
  temperatureF,
  humidityPercent: 50,
  windMph: 4,
  pressureMb: 1013,
  rainInches: 0.5,
  soil: null,
});
const run = (issuedMs: number, leads = 15, cell: Observation['cell'] = 'NYC'): ForecastRun => ({
  cell,
  issuedMs,
  publishedMs: issuedMs + 4 * HOUR_MS,
  days: Array.from({ length: leads }, (_, lead) => ({
    dayMs: Math.floor(issuedMs / DAY_MS) * DAY_MS + lead * DAY_MS,
    lead,
    meanF: 50,
    highF: 60,
    lowF: 40,
    spreadF: 3,
    windMph: 8,
    sunShare: 0.5,
    rainInches: 0,
    rainChance: 0.1,
  })),
});

describe('the weather archive', () => {
  it('keeps the earlier vintage of a corrected reading', () => {
    const archive = createWeatherArchive();
    archive.addObservation(buildReading(START, 20));
    archive.addObservation(buildReading(START, 25, START + 10 * HOUR_MS));
    expect(archive.findLatest('NYC', START + 10 * HOUR_MS - 1)?.temperatureF).toBe(20);
    expect(archive.findLatest('NYC', START + 10 * HOUR_MS)?.temperatureF).toBe(25);
    expect(archive.findLatest('NYC', START + HOUR_MS)).toBeNull();
    expect(archive.findLatest('DSM', Infinity)).toBeNull();
  });

  it('adds a bulletin once', () => {
    const archive = createWeatherArchive();
    expect([
      archive.addObservation(buildReading(START, 20)),
      archive.addObservation(buildReading(START, 99)),
    ]).toEqual([true, false]);
    expect([archive.addRun(run(START)), archive.addRun(run(START))]).toEqual([true, false]);
    expect(archive.findLatest('NYC', Infinity)?.temperatureF).toBe(20);
    expect(archive.getSize()).toMatchObject({ hours: 1, runs: 1 });
  });

  it('rejects an invalid bulletin without side effects', () => {
    const archive = createWeatherArchive();
    expect(() => archive.addObservation(buildReading(START, Number.NaN))).toThrow(
      /a reading of NYC lacks a number/,
    );
    expect(() => archive.addObservation(buildReading(START, 20, START - 1))).toThrow(
      /cannot have been published before/,
    );
    expect(() => archive.addRun({ ...run(START), days: run(START).days.slice(1) })).toThrow(
      /needs its days in order/,
    );
    expect(() =>
      archive.addDay('NYC', {
        dayMs: START + HOUR_MS,
        meanF: 1,
        highF: 2,
        lowF: 0,
        rainInches: 0,
        windMph: 3,
        publishedMs: START + DAY_MS,
      }),
    ).toThrow(/begins at midnight/);
    expect(() =>
      archive.addWarning({
        id: '',
        kind: 'freeze',
        phase: 'watch',
        cells: [],
        probability: 1,
        strength: null,
        fromMs: START,
        untilMs: START,
        publishedMs: START,
        text: '',
      }),
    ).toThrow(/needs an id/);
    expect(archive.getSize()).toMatchObject({ hours: 0, runs: 0, days: 0, warnings: 0 });
  });

  it('returns a recorded day until all its hours are available', () => {
    const archive = createWeatherArchive();
    archive.addDay('NYC', {
      dayMs: START,
      meanF: 30,
      highF: 40,
      lowF: 20,
      rainInches: 1,
      windMph: 5,
      publishedMs: START + 30 * HOUR_MS,
    });
    archive.addObservation(buildReading(START + 23 * HOUR_MS, 80));
    const listDays = (knownMs: number) =>
      archive.listDays('NYC', START, START + DAY_MS, knownMs).map(({ meanF }) => meanF);
    expect([listDays(START + 25 * HOUR_MS), listDays(START + 30 * HOUR_MS)]).toEqual([[80], [30]]);
    for (let hour = 0; hour < 23; hour += 1)
      archive.addObservation(buildReading(START + hour * HOUR_MS, 80));
    expect(listDays(START + 30 * HOUR_MS)).toEqual([80]);
    expect(listDays(START + DAY_MS - 1)).toEqual([]);
  });
});

/** An archive with some days of hourly readings and four runs a day of one cell. */
function createFilledArchive(
  listDays: number,
  cell: Observation['cell'] = 'NYC',
  archive: WeatherArchive = createWeatherArchive(),
): WeatherArchive {
  for (let hour = 0; hour < listDays * 24; hour += 1) {
    archive.addObservation(buildReading(START + hour * HOUR_MS, 50 + (hour % 24), undefined, cell));
    if (hour % 6 === 0) archive.addRun(run(START + hour * HOUR_MS, 15, cell));
    if (hour % 720 === 0) archive.prune(START + hour * HOUR_MS);
  }
  archive.prune(START + listDays * DAY_MS);
  return archive;
}

describe('retention', () => {
  it('keeps 400 days of hours, 60 days of cycles, one run a day for three years, and days without hours', () => {
    const archive = createFilledArchive(1300);
    const nowMs = START + 1300 * DAY_MS;
    expect(archive.getSize()).toMatchObject({
      hours: 400 * 24,
      runs: 60 * 4 + (3 * 365 - 60),
      days: 900,
    });
    expect(archive.listDays('NYC', START, nowMs, nowMs)).toHaveLength(1300);
    expect(archive.listDays('NYC', START, START + DAY_MS, nowMs)[0]).toEqual({
      dayMs: START,
      meanF: 61.5,
      highF: 73,
      lowF: 50,
      rainInches: 12,
      windMph: 4,
      publishedMs: START + DAY_MS + 15 * 60_000,
    });
    const cycles = archive
      .listRuns('NYC', nowMs - 62 * DAY_MS, nowMs - 59 * DAY_MS, nowMs)
      .map(({ issuedMs }) => (issuedMs / HOUR_MS) % 24);
    expect(cycles).toEqual([0, 0, 0, 6, 12, 18]);
    expect(archive.addObservation(buildReading(START, 1))).toBe(false);
  });

  it('stores all cells in tens of megabytes', () => {
    const archive = createWeatherArchive();
    for (const cell of WEATHER_CELLS) createFilledArchive(430, cell, archive);
    const { bytes } = archive.getSize();
    expect(bytes / 2 ** 20).toBeLessThan(40);
  });
});

describe('published series', () => {
  it('are available from publication on, and removed after seven years', () => {
    const store = createVintageStore();
    store.add({ series: 'storage', validMs: START, publishedMs: START + DAY_MS, value: 1 });
    store.add({ series: 'storage', validMs: START, publishedMs: START + 8 * DAY_MS, value: 2 });
    expect(
      [DAY_MS - 1, DAY_MS, 8 * DAY_MS].map(
        (ms) => store.findAsOf('storage', START, START + ms)?.value ?? null,
      ),
    ).toEqual([null, 1, 2]);
    expect(() =>
      store.add({ series: 'storage', validMs: START, publishedMs: START, value: Number.NaN }),
    ).toThrow(/needs two times and a number/);
    expect([
      store.prune(START + 2000 * DAY_MS),
      store.prune(START + 2600 * DAY_MS),
      store.getSize().values,
    ]).toEqual([0, 2, 0]);
  });
});
