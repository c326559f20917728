// Degree days of the last model runs: shared days, only complete and published runs.
import { describe, expect, it } from 'vitest';
import { HOUR_MS, DAY_MS } from '../../../app/trading/domain/time';
import { COOLING_CELLS, HEATING_CELLS } from '../../../app/trading/weather/gas-run';
import type { WeatherReader } from '../../../app/trading/weather/archive-reader';
import {
  findLargestMarketChange,
  listForecastMoves,
} from '../../../app/trading/weather/forecast-moves';
import { createWeatherHistory } from '../../../app/trading/weather/history';
import * as recent from '../../../app/trading/weather/recent-runs';
import { buildArchive, buildRun, createDay } from '../../support/weather-archive';

const CELLS = [...new Set([...HEATING_CELLS, ...COOLING_CELLS].map(({ cell }) => cell))];
const listRecentRuns = (reader: WeatherReader, knownMs: number, count: number) =>
  recent.listRecentRuns(reader, createWeatherHistory(reader, knownMs), knownMs, count);
const FIRST = Date.UTC(2026, 10, 20);
/** Runs every six hours; the run of index `step` forecasts 40 F minus `step` everywhere. */
const buildRuns = (count: number, cells = CELLS) =>
  Array.from({ length: count }, (_, step) =>
    cells.map((cell) => buildRun(cell, FIRST + 6 * step * HOUR_MS, () => 40 - step)),
  ).flat();
const NEWEST = Date.UTC(2026, 10, 20);
/** Runs at 0 h UTC of the days up to `NEWEST`, with the mean of how many days `back` they are. */
const buildDailyRuns = (count: number, getMean: (back: number) => number) =>
  Array.from({ length: count }, (_, back) =>
    CELLS.map((cell) => buildRun(cell, NEWEST - back * DAY_MS, () => getMean(back))),
  ).flat();

describe('the last model runs', () => {
  it('are totals over the days that all of them cover', () => {
    const found = listRecentRuns(buildArchive({ runs: buildRuns(10) }), FIRST + 5 * DAY_MS, 8);
    // Runs 2 (Nov 20 12Z) to 9 (Nov 22 06Z): lead 1 of the newest to lead 14 of the oldest.
    expect(found).toMatchObject({
      fromMs: Date.UTC(2026, 10, 23),
      untilMs: Date.UTC(2026, 11, 4),
      days: 12,
    });
    expect(found?.runs.map(({ issuedMs }) => (issuedMs - FIRST) / (6 * HOUR_MS))).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    for (const [index, { heating, cooling }] of (found?.runs ?? []).entries()) {
      expect(heating).toBeCloseTo(12 * (25 + index + 2), 6);
      expect(cooling).toBe(0);
    }
    const regions = found?.places.filter(({ place }) => place.kind === 'weather') ?? [];
    expect(regions).toHaveLength(5);
    // The newest run and the one before, six hours older, share fourteen days.
    for (const { change } of regions) {
      expect(change).toMatchObject({ days: 14, cooling: { change: 0 } });
      expect(change.meanChangeF).toBeCloseTo(-1, 6);
      expect(change.heating.change).toBeCloseTo(14, 6);
    }
  });

  it('of seven days share five of the six days after the newest', () => {
    const runs = buildRuns(10).map((run) => ({ ...run, days: run.days.slice(0, 7) }));
    const found = listRecentRuns(buildArchive({ runs }), FIRST + 5 * DAY_MS, 8);
    // Runs of Nov 22 and Nov 21 share Nov 23 to 27; those of Nov 20 end on Nov 26.
    expect(found).toMatchObject({
      fromMs: Date.UTC(2026, 10, 23),
      untilMs: Date.UTC(2026, 10, 27),
      days: 5,
    });
    expect(found?.runs.map(({ issuedMs }) => (issuedMs - FIRST) / (6 * HOUR_MS))).toEqual([
      4, 5, 6, 7, 8, 9,
    ]);
  });

  it('are compared with the run before and the run of a day before over the days of both', () => {
    const days = Object.fromEntries(
      CELLS.map((cell) => [
        cell,
        Array.from({ length: 1400 }, (_, back) => createDay(FIRST - (back + 1) * DAY_MS, 35)),
      ]),
    );
    const reader = buildArchive({ days, runs: buildRuns(10) });
    const found = listRecentRuns(reader, FIRST + 5 * DAY_MS, 8);
    const newestMs = FIRST + 54 * HOUR_MS;
    expect(found?.last).toMatchObject({ issuedMs: newestMs - 6 * HOUR_MS, days: 14 });
    expect(found?.last?.peak.change).toBeCloseTo(1, 6);
    expect(found?.dayAgo).toMatchObject({ issuedMs: newestMs - DAY_MS, days: 13 });
    expect(found?.dayAgo?.heating.change).toBeCloseTo(13 * 4, 6);
    expect(found?.dayAgo?.peak.change).toBeCloseTo(4, 6);
    // The normal is that of the twelve days in all runs, not of the fourteen days of the newest.
    expect(found?.normal).toBeCloseTo(12 * 30, 6);
    const few = listRecentRuns(buildArchive({ days, runs: buildRuns(3) }), FIRST + DAY_MS, 8);
    expect(few?.last).not.toBeNull();
    expect(few?.dayAgo).toBeNull();
    expect(listRecentRuns(buildArchive({ runs: buildRuns(1) }), FIRST + DAY_MS, 8)).toMatchObject({
      last: null,
      dayAgo: null,
      places: [],
      moves: [],
      largestChange: null,
      normal: null,
    });
  });

  it('with one run a day are those that share ten days, and the change covers thirteen', () => {
    const runs = buildDailyRuns(8, (back) => (back === 0 ? 38.5 : 40));
    const found = listRecentRuns(buildArchive({ runs }), NEWEST + DAY_MS, 8);
    expect(found).toMatchObject({ days: 10, fromMs: NEWEST + DAY_MS });
    expect(found?.runs.map(({ issuedMs }) => (NEWEST - issuedMs) / DAY_MS)).toEqual([
      4, 3, 2, 1, 0,
    ]);
    expect(found?.last).toMatchObject({ issuedMs: NEWEST - DAY_MS, days: 13 });
    // 1.5 degree days on thirteen days are 19.5; on the seven days of eight runs they were 10.5.
    expect(found?.last?.heating.change).toBeCloseTo(19.5, 6);
    expect(found?.largestChange).toBeCloseTo(19.5, 6);
    expect(found?.moves).toContainEqual({ commodity: 'natural-gas', hub: null, direction: 'UP' });
  });

  it('after a gap are the newest alone, compared over the days left in common', () => {
    const buildGap = (days: number) =>
      listRecentRuns(
        buildArchive({
          runs: [
            ...buildDailyRuns(1, () => 39),
            ...CELLS.map((cell) => buildRun(cell, NEWEST - days * DAY_MS, () => 40)),
          ],
        }),
        NEWEST + DAY_MS,
        8,
      );
    expect(buildGap(4)).toMatchObject({ days: 10, runs: { length: 2 }, last: { days: 10 } });
    expect(buildGap(6)).toMatchObject({ days: 14, runs: { length: 1 }, last: { days: 8 } });
    expect(buildGap(14)).toMatchObject({
      days: 14,
      runs: [{ issuedMs: NEWEST }],
      last: null,
      dayAgo: null,
      places: [],
      moves: [],
    });
  });

  it('do not contain a run before its publication', () => {
    const reader = buildArchive({ runs: buildRuns(3) });
    const publishedMs = FIRST + 16 * HOUR_MS;
    const countRuns = (knownMs: number) => listRecentRuns(reader, knownMs, 8)?.runs.length;
    expect([publishedMs - 1, publishedMs].map(countRuns)).toEqual([2, 3]);
    expect(listRecentRuns(reader, FIRST, 8)).toBeNull();
  });

  it('do not contain a run that a weighted cell lacks', () => {
    const runs = [
      ...buildRuns(3),
      ...CELLS.slice(1).map((cell) => buildRun(cell, FIRST + DAY_MS, () => 10)),
    ];
    const found = listRecentRuns(buildArchive({ runs }), FIRST + 3 * DAY_MS, 8);
    expect(found?.runs.at(-1)?.issuedMs).toBe(FIRST + 12 * HOUR_MS);
    expect(found?.places.every(({ change }) => change.meanChangeF > -1.01)).toBe(true);
  });
});

describe('the markets that a change moves', () => {
  const [JANUARY, JULY] = [Date.UTC(2026, 0, 10), Date.UTC(2026, 6, 10)];

  it('need twelve degree days in a region, in season', () => {
    const listMoves = (heating: number) =>
      listForecastMoves([{ place: 'Northeast', heating, cooling: 0 }], JANUARY);
    expect(listMoves(11.9)).toEqual([]);
    expect(listMoves(12)).toEqual([
      { commodity: 'natural-gas', hub: null, direction: 'UP' },
      { commodity: 'oil', hub: null, direction: 'UP' },
    ]);
    expect(listMoves(-12).map(({ direction }) => direction)).toEqual(['DOWN', 'DOWN']);
    expect(listForecastMoves([{ place: 'Northeast', heating: 20, cooling: 0 }], JULY)).toEqual([]);
  });

  it('have a largest change, of regions that move a market in season only', () => {
    const changes = [
      { place: 'Northeast', heating: 4.2, cooling: -9 },
      { place: 'SERC', heating: 40, cooling: 0 },
      { place: 'PJM', heating: -4.1, cooling: 0 },
    ] as const;
    expect(findLargestMarketChange(changes, JANUARY)).toBe(4.2);
    expect(findLargestMarketChange(changes, JULY)).toBe(-9);
    expect(findLargestMarketChange([], JANUARY)).toBeNull();
  });

  it('are each power hub by its own weather, and no region without a contract', () => {
    const moves = listForecastMoves(
      [
        { place: 'Northeast', heating: 0, cooling: 0 },
        { place: 'PJM', heating: 15, cooling: 0 },
        { place: 'MISO', heating: -15, cooling: 0 },
        { place: 'ERCOT', heating: 3, cooling: 0 },
        { place: 'SERC', heating: 40, cooling: 0 },
      ],
      JANUARY,
    );
    expect(moves).toEqual([
      { commodity: 'electricity', hub: 'PJM', direction: 'UP' },
      { commodity: 'electricity', hub: 'MISO', direction: 'DOWN' },
    ]);
  });

  it('are mixed where regions disagree', () => {
    const moves = listForecastMoves(
      [
        { place: 'Southeast', heating: 15, cooling: 0 },
        { place: 'West', heating: -15, cooling: 0 },
      ],
      JANUARY,
    );
    expect(moves).toEqual([{ commodity: 'natural-gas', hub: null, direction: 'MIXED' }]);
  });
});
