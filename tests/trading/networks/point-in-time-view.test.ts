// Point-in-time access: requests for later data, and stores that return later data, throw.
import { describe, expect, it } from 'vitest';
import type { PublicData } from '../../../app/trading/market/inputs/public-data';
import type { ForecastRun } from '../../../app/trading/weather/bulletin';
import {
  PointInTimeView,
  type PublicHistory,
  guardKnowledge,
} from '../../../app/trading/networks/features/point-in-time-view';
import { DailyMarks } from '../../../app/trading/networks/features/daily-marks';
import { WeatherRecord } from '../../../app/trading/networks/features/weather-record';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';

const STAMP = Date.UTC(2012, 4, 3);

const run = (publishedMs: number): ForecastRun => ({
  cell: 'NYC',
  issuedMs: publishedMs - 4 * HOUR_MS,
  publishedMs,
  days: [],
});
const createValue = (publishedMs: number) => ({
  series: 'index/usd',
  validMs: 0,
  publishedMs,
  value: 1,
});

/** A store that returns everything it has, including data published after the stamp. */
const createLeakingStore =
  (ahead: number) =>
  (knownMs: number): PublicData => ({
    knownMs,
    findRun: () => run(knownMs + ahead),
    listWarnings: () => [
      {
        id: 'freeze/1',
        kind: 'freeze',
        phase: 'watch',
        cells: ['LAK'],
        probability: 0.5,
        strength: null,
        fromMs: knownMs,
        untilMs: knownMs + DAY_MS,
        publishedMs: knownMs + ahead,
        text: '',
      },
    ],
    vintages: {
      findAsOf: () => createValue(knownMs + ahead),
      findLatest: () => createValue(knownMs + ahead),
      listHistory: () => [createValue(knownMs), createValue(knownMs + ahead)],
    },
    listCurve: () => [],
    listReports: () => [
      {
        id: 'OPEC meeting/x',
        kind: 'OPEC meeting',
        atMs: knownMs + ahead,
        commodities: ['crude-oil'],
        figures: [],
      },
    ],
  });

function buildPast(ahead: number): PublicHistory {
  const marks = new DailyMarks();
  const record = new WeatherRecord();
  for (let day = -30; day <= 10; day += 1) {
    marks.add({ endMs: STAMP + day * DAY_MS, close: 100 + day, move: day / 1000 });
    record.add('NYC', {
      dayMs: STAMP + day * DAY_MS,
      publishedMs: STAMP + (day + 1) * DAY_MS + HOUR_MS,
      meanF: day,
      rainInches: 0,
      windMph: 5,
      errorsF: [day, NaN, NaN, NaN],
    });
  }
  return {
    getPublicData: createLeakingStore(ahead),
    getMarks: (chain) => (chain === 'NG' ? marks : null),
    record,
  };
}

describe('point-in-time view', () => {
  it('returns data published by the stamp', () => {
    const view = new PointInTimeView(buildPast(0), STAMP);
    expect(view.findRun('NYC')?.publishedMs).toBe(STAMP);
    expect(view.publicData.listWarnings()).toHaveLength(1);
    expect(view.publicData.vintages.listHistory('index/usd', 0, STAMP, STAMP)).toHaveLength(2);
    expect(view.publicData.listReports(0)).toHaveLength(1);
    expect(view.getInput('hedge/USD')).toBe(1);
  });

  it('throws when a store returns later data', () => {
    const { publicData: known } = new PointInTimeView(buildPast(1), STAMP);
    expect(() => known.findRun('NYC', 0)).toThrow(RangeError);
    expect(() => known.listWarnings()).toThrow(RangeError);
    expect(() => known.vintages.findAsOf('index/usd', 0, STAMP)).toThrow(RangeError);
    expect(() => known.vintages.findLatest('index/usd', STAMP)).toThrow(RangeError);
    expect(() => known.vintages.listHistory('index/usd', 0, STAMP, STAMP)).toThrow(RangeError);
    expect(() => known.listReports(0)).toThrow(RangeError);
    expect(() => guardKnowledge(createLeakingStore(0)(STAMP + 1), STAMP)).toThrow(RangeError);
  });

  it('throws when a feature requests later data', () => {
    const view = new PointInTimeView(buildPast(0), STAMP);
    expect(() => view.getViewAt(STAMP + 1)).toThrow(RangeError);
    expect(() => view.getEarlierView(-1)).toThrow(RangeError);
    expect(() => view.getViewAt(NaN)).toThrow(RangeError);
    expect(() => view.findRun('NYC', -1)).toThrow(RangeError);
    expect(() => view.publicData.vintages.findLatest('index/usd', STAMP + 1)).toThrow(RangeError);
    expect(() => view.publicData.vintages.listHistory('index/usd', 0, STAMP, STAMP + 1)).toThrow(
      RangeError,
    );
    expect(() => view.getMarks('NG')?.getScaledMove(-1)).toThrow(RangeError);
    expect(() => view.getRecord('NYC').getDay(-1)).toThrow(RangeError);
  });

  it('caches views of earlier times', () => {
    const view = new PointInTimeView(buildPast(0), STAMP);
    expect(view.getEarlierView(1).stampMs).toBe(STAMP - DAY_MS);
    expect(view.getEarlierView(1)).toBe(view.getEarlierView(1));
    expect(view.getViewAt(STAMP)).toBe(view);
    expect(() => view.getEarlierView(1).getViewAt(STAMP)).toThrow(RangeError);
  });
});

describe('marks and weather record', () => {
  it('end at the stamp', () => {
    const view = new PointInTimeView(buildPast(0), STAMP);
    expect(view.getMarks('NG')?.close).toBe(100);
    expect(view.getEarlierView(3).getMarks('NG')?.close).toBe(97);
    expect(view.getMarks('CL')).toBeNull();
    // the day before is published an hour after the stamp
    expect(view.getRecord('NYC').getDay(0)?.meanF).toBe(-2);
    expect(
      view
        .getRecord('NYC')
        .listSince(STAMP - 4 * DAY_MS)
        .map(({ meanF }) => meanF),
    ).toEqual([-4, -3, -2]);
    expect(view.getRecord('CHI').getDay(0)).toBeUndefined();
  });

  it('scale moves by sigma, with NaN before enough moves', () => {
    const marks = buildPast(0).getMarks('NG')?.getView(STAMP);
    const moves = Array.from({ length: 31 }, (_, index) => (index - 30) / 1000);
    let [weighted, weight] = [0, 0];
    for (const move of moves)
      [weighted, weight] = [0.94 * weighted + 0.06 * move * move, 0.94 * weight + 0.06];
    const sigma = Math.sqrt(weighted / weight);
    expect(marks?.sigma).toBeCloseTo(sigma, 12);
    expect(marks?.getScaledMove(1)).toBeCloseTo(-0.001 / sigma, 9);
    expect(marks?.computeScaledSum(3)).toBeCloseTo(-0.003 / sigma / Math.sqrt(3), 9);
    expect(marks?.computeRms(2)).toBeCloseTo(Math.sqrt(0.001 ** 2 / 2), 12);
    expect(marks?.computeScaledSum(60)).toBeNaN();
    expect(
      buildPast(0)
        .getMarks('NG')
        ?.getView(STAMP - 15 * DAY_MS).sigma,
    ).toBeNaN();
  });

  it('reject days out of order', () => {
    const marks = new DailyMarks();
    marks.add({ endMs: DAY_MS, close: 1, move: 0 });
    expect(() => marks.add({ endMs: DAY_MS, close: 1, move: 0 })).toThrow(RangeError);
    expect(() => marks.add({ endMs: 2 * DAY_MS, close: NaN, move: 0 })).toThrow(RangeError);
    const record = new WeatherRecord();
    record.add('NYC', {
      dayMs: DAY_MS,
      publishedMs: 2 * DAY_MS,
      meanF: 1,
      rainInches: 0,
      windMph: 0,
      errorsF: [],
    });
    expect(() =>
      record.add('NYC', {
        dayMs: DAY_MS,
        publishedMs: 2 * DAY_MS,
        meanF: 1,
        rainInches: 0,
        windMph: 0,
        errorsF: [],
      }),
    ).toThrow(RangeError);
  });
});
