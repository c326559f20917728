import { describe, expect, it } from 'vitest';
import { saveQuotes, storedQuotes } from '../../../app/models/market/quote.server';
import { bulletinStore } from '../../../app/models/weather/weather.server';
import { quoteAround } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import { vintageStore } from '../../../app/trading/market/vintages';
import { weatherArchive } from '../../../app/trading/weather/archive';
import type {
  ForecastRun,
  Observation,
  WeatherWarning,
} from '../../../app/trading/weather/bulletin';
import { closeDatabase, openDatabase } from '../../../db/client.server';
import { emptyBooks } from '../../support/books';

const HOUR = 3_600_000;
const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 1);

const reading = (hour: number, delay = 1): Observation => ({
  cell: 'CHI',
  validMs: START + hour * HOUR,
  publishedMs: START + (hour + delay) * HOUR,
  temperatureF: 20 + hour * 0.1 + delay,
  humidityPercent: 60.5,
  windMph: 9.25,
  pressureMb: 1011.1,
  rainInches: 0.125,
  soil: hour % 2 === 0 ? null : -0.5,
});
const run = (cycle: number): ForecastRun => {
  const issuedMs = START + cycle * 6 * HOUR;
  const dayMs = Math.floor(issuedMs / DAY) * DAY;
  return {
    cell: 'CHI',
    issuedMs,
    publishedMs: issuedMs + 4 * HOUR,
    days: [0, 1].map((lead) => ({
      dayMs: dayMs + lead * DAY,
      lead,
      meanF: 30.1,
      highF: 40,
      lowF: 20,
      spreadF: 2 + lead,
      windMph: 8,
      sunShare: 0.5,
      rainInches: 0,
      rainChance: 0.1,
    })),
  };
};
const warning: WeatherWarning = {
  id: 'cold/1',
  kind: 'cold outbreak',
  phase: 'watch',
  cells: ['CHI', 'DSM'],
  probability: 0.4,
  strength: -18,
  fromMs: START,
  untilMs: START + 5 * DAY,
  publishedMs: START,
  text: 'It may get cold.',
};
const value = {
  series: 'storage/gas/level',
  validMs: START,
  publishedMs: START + DAY,
  value: 3120.5,
};

function loaded(db: ReturnType<typeof emptyBooks>['db'], market = 'public') {
  const archive = weatherArchive();
  const series = vintageStore();
  bulletinStore(db, market).load(archive, series);
  return { archive, series };
}

describe('stored bulletins', () => {
  it('come back after a restart as they were, each vintage of them, and only in their market', () => {
    const { db, path } = emptyBooks();
    bulletinStore(db, 'public').add({
      observations: [reading(0), reading(1), reading(0, 9)],
      runs: [run(0), run(1)],
      warnings: [warning],
      values: [value],
    });
    closeDatabase(db);
    const again = openDatabase(path);
    const { archive, series } = loaded(again);
    expect(archive.hours('CHI', START, START + DAY, START + 2 * HOUR)).toEqual([
      reading(0),
      reading(1),
    ]);
    expect(archive.latest('CHI', START + HOUR)).toEqual(reading(0));
    expect(archive.hours('CHI', START, START + HOUR, START + 9 * HOUR)).toEqual([reading(0, 9)]);
    expect(archive.run('CHI', START + DAY)).toEqual(run(1));
    expect(archive.warnings(START)).toEqual([warning]);
    expect(series.asOf(value.series, START, START + DAY)).toEqual(value);
    expect(loaded(again, 'other').archive.size()).toMatchObject({ hours: 0, runs: 0, warnings: 0 });
    closeDatabase(again);
  });

  it('that come again change nothing, and one that cannot be stored takes its whole batch with it', () => {
    const { db } = emptyBooks();
    const store = bulletinStore(db, 'public');
    store.add({ observations: [reading(0)] });
    store.add({ observations: [{ ...reading(0), temperatureF: 99 }, reading(1)] });
    expect(() =>
      store.add({ observations: [reading(2), { ...reading(3), temperatureF: null as never }] }),
    ).toThrow(/NOT NULL/);
    expect(loaded(db).archive.hours('CHI', START, START + DAY, Infinity)).toEqual([
      reading(0),
      reading(1),
    ]);
  });

  it('are thinned as the archive thins them', () => {
    const { db } = emptyBooks();
    const store = bulletinStore(db, 'public');
    const hours = Array.from({ length: 420 * 24 }, (_, hour) => reading(hour));
    const runs = Array.from({ length: 420 * 4 }, (_, cycle) => run(cycle));
    store.add({
      observations: [...hours, reading(3, 30)],
      runs,
      warnings: [warning],
      values: [value],
    });
    const kept = loaded(db);
    const nowMs = START + 420 * DAY;
    expect(store.thin(nowMs)).toBeGreaterThan(20 * 24);
    expect(store.thin(nowMs)).toBe(0);
    kept.archive.thin(nowMs);
    const { archive } = loaded(db);
    const { hours: hoursLeft, runs: runsLeft, days, warnings } = archive.size();
    expect({ hoursLeft, runsLeft, days, warnings }).toEqual({
      hoursLeft: 400 * 24,
      runsLeft: 60 * 4 + 360,
      days: 20,
      warnings: 0,
    });
    const told = (each: typeof archive) => each.days('CHI', START, START + 20 * DAY, nowMs);
    expect(told(archive)).toHaveLength(20);
    told(archive).forEach((day, index) => {
      const other = told(kept.archive)[index];
      expect(day).toMatchObject({
        dayMs: other?.dayMs,
        highF: other?.highF,
        lowF: other?.lowF,
        rainInches: other?.rainInches,
        publishedMs: other?.publishedMs,
      });
      expect(day.meanF).toBeCloseTo(other?.meanF ?? 0, 9);
    });
    expect(archive.runs('CHI', START, nowMs, nowMs)).toEqual(
      kept.archive.runs('CHI', START, nowMs, nowMs),
    );
  });
});

describe('stored quotes', () => {
  it('are the last of each instrument', () => {
    const { db } = emptyBooks();
    const quotes = (ticks: number) =>
      new Map([
        ['CL', quoteAround(toTicks(ticks), 2, START)],
        ['NG', quoteAround(toTicks(3000), 1, START)],
      ]);
    saveQuotes(db, 'public', quotes(-3763));
    saveQuotes(db, 'public', quotes(2100));
    expect(storedQuotes(db, 'public')).toEqual(quotes(2100));
    expect(storedQuotes(db, 'simulated').size).toBe(0);
  });
});
