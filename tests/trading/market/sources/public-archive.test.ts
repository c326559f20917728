import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../../app/trading/domain/time';
import { createPublicArchive } from '../../../../app/trading/market/sources/public-archive';
import type {
  AlertReading,
  ForecastReading,
  ObservationReading,
  SeriesReading,
} from '../../../../app/trading/market/sources/reading';

const NOON_MS = Date.UTC(2026, 10, 24, 12);
const OBSERVATION: ObservationReading = {
  kind: 'observation',
  cell: 'NYC',
  station: 'KNYC',
  validMs: NOON_MS,
  temperatureF: 28,
  humidityPercent: 60,
  windMph: null,
  pressureMb: 1020,
  rainInches: null,
};
const WARNING: AlertReading = {
  kind: 'alert',
  id: 'urn:1',
  cells: ['NYC'],
  event: 'Extreme Cold Watch',
  warningKind: 'cold outbreak',
  phase: 'watch',
  severity: 'Severe',
  fromMs: NOON_MS,
  untilMs: NOON_MS + 24 * HOUR_MS,
  headline: 'Extreme Cold Watch issued November 24',
};
const STORAGE: SeriesReading = {
  kind: 'series',
  series: 'storage/gas/level',
  validMs: NOON_MS,
  value: 3900,
};

const FORECAST: ForecastReading = {
  kind: 'forecast',
  cell: 'NYC',
  model: 'NWS',
  issuedMs: NOON_MS,
  days: [12, 24].map((hours, lead) => ({
    dayMs: NOON_MS + (lead * 24 - 12) * HOUR_MS,
    hours,
    meanF: 40,
    highF: 50,
    lowF: 30,
    windMph: null,
    sunShare: null,
    rainInches: null,
    rainChance: null,
  })),
};

describe('a forecast in the public archive', () => {
  const OBSERVED = Array.from({ length: 12 }, (_, hour) => ({
    ...OBSERVATION,
    validMs: NOON_MS - (12 - hour) * HOUR_MS,
  }));

  it('waits for the hours observed before it, as after a start', () => {
    const archive = createPublicArchive();
    const arrivedMs = NOON_MS + HOUR_MS;
    archive.addReadings([{ reading: FORECAST, publishedMs: NOON_MS }]);
    expect(archive.weather.findRun('NYC', arrivedMs)).toBeNull();
    const others = OBSERVED.map((reading) => ({ ...reading, cell: 'PJM' as const }));
    for (const readings of [others, OBSERVED])
      archive.addReadings(readings.map((reading) => ({ reading, publishedMs: arrivedMs })));
    expect(archive.weather.findRun('NYC', arrivedMs)).toMatchObject({ publishedMs: arrivedMs });
    expect(archive.weather.findRun('NYC', arrivedMs - 1)).toBeNull();
  });

  it('is the same in an archive of what is stored', () => {
    const arrivedMs = NOON_MS + HOUR_MS;
    const observed = OBSERVED.map((reading) => ({ reading, publishedMs: arrivedMs }));
    const forecast = { reading: FORECAST, publishedMs: NOON_MS };
    const [live, stored] = [createPublicArchive(), createPublicArchive()];
    live.addReadings([forecast]);
    live.addReadings(observed);
    stored.addReadings(observed);
    stored.addReadings([forecast]);
    expect(stored.weather.findRun('NYC', arrivedMs)).toEqual(
      live.weather.findRun('NYC', arrivedMs),
    );
  });
});

describe('the public archive', () => {
  it('shows what was published by a time, and nothing later', () => {
    const archive = createPublicArchive();
    const publishedMs = NOON_MS + HOUR_MS;
    archive.addReadings(
      [OBSERVATION, WARNING, STORAGE].map((reading) => ({ reading, publishedMs })),
    );
    expect(archive.weather.findLatest('NYC', publishedMs)).toMatchObject({
      temperatureF: 28,
      windMph: null,
      soil: null,
    });
    expect(archive.weather.warnings(publishedMs)).toMatchObject([
      { id: 'urn:1', kind: 'cold outbreak', phase: 'watch', probability: 0.5 },
    ]);
    expect(archive.series.findLatest('storage/gas/level', publishedMs)?.value).toBe(3900);
    expect(archive.weather.findLatest('NYC', publishedMs - 1)).toBeNull();
    expect(archive.weather.warnings(publishedMs - 1)).toEqual([]);
    expect(archive.series.findLatest('storage/gas/level', publishedMs - 1)).toBeNull();
  });

  it('takes a station ahead of this clock from its own time on', () => {
    const archive = createPublicArchive();
    archive.addReadings([{ reading: OBSERVATION, publishedMs: NOON_MS - HOUR_MS }]);
    expect(archive.weather.findLatest('NYC', NOON_MS - 1)).toBeNull();
    expect(archive.weather.findLatest('NYC', NOON_MS)?.temperatureF).toBe(28);
  });

  it('forgets hours after their retention, at the first reading of a day', () => {
    const archive = createPublicArchive();
    const laterMs = NOON_MS + 401 * 24 * HOUR_MS;
    archive.addReadings([{ reading: OBSERVATION, publishedMs: NOON_MS }]);
    archive.addReadings([{ reading: { ...OBSERVATION, validMs: laterMs }, publishedMs: laterMs }]);
    expect(archive.weather.listHours('NYC', 0, laterMs + 1, laterMs)).toHaveLength(1);
    expect(archive.weather.listDays('NYC', 0, laterMs, laterMs)).toHaveLength(1);
  });

  it('keeps both versions of a changed value', () => {
    const archive = createPublicArchive();
    archive.addReadings([
      { reading: STORAGE, publishedMs: NOON_MS + HOUR_MS },
      { reading: { ...STORAGE, value: 3910 }, publishedMs: NOON_MS + 2 * HOUR_MS },
    ]);
    const read = (knownMs: number) =>
      archive.series.findLatest('storage/gas/level', knownMs)?.value;
    expect([read(NOON_MS + HOUR_MS), read(NOON_MS + 2 * HOUR_MS)]).toEqual([3900, 3910]);
  });

  it('follows a watch to its warning and its end', () => {
    const archive = createPublicArchive();
    archive.addReadings([
      { reading: WARNING, publishedMs: NOON_MS },
      { reading: { ...WARNING, phase: 'confirmed' }, publishedMs: NOON_MS + HOUR_MS },
      { reading: { ...WARNING, phase: 'cancelled' }, publishedMs: NOON_MS + 2 * HOUR_MS },
    ]);
    const read = (hours: number) =>
      archive.weather
        .warnings(NOON_MS + hours * HOUR_MS)
        .map(({ phase, probability }) => [phase, probability]);
    expect([read(0), read(1), read(2)]).toEqual([
      [['watch', 0.5]],
      [['confirmed', 0.8]],
      [['cancelled', 0]],
    ]);
  });

  it('ignores events that markets do not use, and readings that it has', () => {
    const archive = createPublicArchive();
    const all = [OBSERVATION, { ...WARNING, warningKind: null }].map((reading) => ({
      reading,
      publishedMs: NOON_MS,
    }));
    archive.addReadings(all);
    archive.addReadings(all);
    expect(archive.weather.warnings(NOON_MS)).toEqual([]);
    expect(archive.weather.listHours('NYC', 0, NOON_MS + 1, NOON_MS)).toHaveLength(1);
  });
});
