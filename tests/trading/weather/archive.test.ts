import { describe, expect, it } from 'vitest';
import { vintageStore } from '../../../app/trading/market/vintages';
import { type WeatherArchive, weatherArchive } from '../../../app/trading/weather/archive';
import type { ForecastRun, Observation } from '../../../app/trading/weather/bulletin';
import { WEATHER_CELLS } from '../../../app/trading/weather/cell';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';

const START = Date.UTC(2020, 0, 1);

const reading = (
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

describe('the archive of weather', () => {
  it('keeps what was said before a reading was corrected', () => {
    const archive = weatherArchive();
    archive.observe(reading(START, 20));
    archive.observe(reading(START, 25, START + 10 * HOUR_MS));
    expect(archive.latest('NYC', START + 10 * HOUR_MS - 1)?.temperatureF).toBe(20);
    expect(archive.latest('NYC', START + 10 * HOUR_MS)?.temperatureF).toBe(25);
    expect(archive.latest('NYC', START + HOUR_MS)).toBeNull();
    expect(archive.latest('DSM', Infinity)).toBeNull();
  });

  it('takes a bulletin once', () => {
    const archive = weatherArchive();
    expect([archive.observe(reading(START, 20)), archive.observe(reading(START, 99))]).toEqual([
      true,
      false,
    ]);
    expect([archive.publish(run(START)), archive.publish(run(START))]).toEqual([true, false]);
    expect(archive.latest('NYC', Infinity)?.temperatureF).toBe(20);
    expect(archive.size()).toMatchObject({ hours: 1, runs: 1 });
  });

  it('refuses what is no bulletin and leaves nothing of it', () => {
    const archive = weatherArchive();
    expect(() => archive.observe(reading(START, Number.NaN))).toThrow(
      /a reading of NYC lacks a number/,
    );
    expect(() => archive.observe(reading(START, 20, START - 1))).toThrow(
      /cannot have been published before/,
    );
    expect(() => archive.publish({ ...run(START), days: run(START).days.slice(1) })).toThrow(
      /needs its days in order/,
    );
    expect(() =>
      archive.recordDay('NYC', {
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
      archive.warn({
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
    expect(archive.size()).toMatchObject({ hours: 0, runs: 0, days: 0, warnings: 0 });
  });

  it('tells a day that was recorded as one until all its hours are known', () => {
    const archive = weatherArchive();
    archive.recordDay('NYC', {
      dayMs: START,
      meanF: 30,
      highF: 40,
      lowF: 20,
      rainInches: 1,
      windMph: 5,
      publishedMs: START + 30 * HOUR_MS,
    });
    archive.observe(reading(START + 23 * HOUR_MS, 80));
    const days = (knownMs: number) =>
      archive.days('NYC', START, START + DAY_MS, knownMs).map(({ meanF }) => meanF);
    expect([days(START + 25 * HOUR_MS), days(START + 30 * HOUR_MS)]).toEqual([[80], [30]]);
    for (let hour = 0; hour < 23; hour += 1) archive.observe(reading(START + hour * HOUR_MS, 80));
    expect(days(START + 30 * HOUR_MS)).toEqual([80]);
    expect(days(START + DAY_MS - 1)).toEqual([]);
  });
});

/** The archive after so many days of hourly readings and four runs a day of one cell. */
function filled(
  days: number,
  cell: Observation['cell'] = 'NYC',
  archive: WeatherArchive = weatherArchive(),
): WeatherArchive {
  for (let hour = 0; hour < days * 24; hour += 1) {
    archive.observe(reading(START + hour * HOUR_MS, 50 + (hour % 24), undefined, cell));
    if (hour % 6 === 0) archive.publish(run(START + hour * HOUR_MS, 15, cell));
    if (hour % 720 === 0) archive.thin(START + hour * HOUR_MS);
  }
  archive.thin(START + days * DAY_MS);
  return archive;
}

describe('its policy', () => {
  it('keeps 400 days of hours, 60 days of cycles and one run a day for three years; days that lose their hours stay', () => {
    const archive = filled(1300);
    const nowMs = START + 1300 * DAY_MS;
    expect(archive.size()).toMatchObject({
      hours: 400 * 24,
      runs: 60 * 4 + (3 * 365 - 60),
      days: 900,
    });
    expect(archive.days('NYC', START, nowMs, nowMs)).toHaveLength(1300);
    expect(archive.days('NYC', START, START + DAY_MS, nowMs)[0]).toEqual({
      dayMs: START,
      meanF: 61.5,
      highF: 73,
      lowF: 50,
      rainInches: 12,
      windMph: 4,
      publishedMs: START + DAY_MS + 15 * 60_000,
    });
    const cycles = archive
      .runs('NYC', nowMs - 62 * DAY_MS, nowMs - 59 * DAY_MS, nowMs)
      .map(({ issuedMs }) => (issuedMs / HOUR_MS) % 24);
    expect(cycles).toEqual([0, 0, 0, 6, 12, 18]);
    expect(archive.observe(reading(START, 1))).toBe(false);
  });

  it('holds all cells in some tens of megabytes', () => {
    const archive = weatherArchive();
    for (const cell of WEATHER_CELLS) filled(430, cell, archive);
    const { bytes } = archive.size();
    expect(bytes / 2 ** 20).toBeLessThan(40);
  });
});

describe('published series', () => {
  it('are known from their publication on, and forgotten after seven years', () => {
    const store = vintageStore();
    store.put({ series: 'storage', validMs: START, publishedMs: START + DAY_MS, value: 1 });
    store.put({ series: 'storage', validMs: START, publishedMs: START + 8 * DAY_MS, value: 2 });
    expect(
      [DAY_MS - 1, DAY_MS, 8 * DAY_MS].map(
        (ms) => store.asOf('storage', START, START + ms)?.value ?? null,
      ),
    ).toEqual([null, 1, 2]);
    expect(() =>
      store.put({ series: 'storage', validMs: START, publishedMs: START, value: Number.NaN }),
    ).toThrow(/needs two times and a number/);
    expect([
      store.thin(START + 2000 * DAY_MS),
      store.thin(START + 2600 * DAY_MS),
      store.size().values,
    ]).toEqual([0, 2, 0]);
  });
});
