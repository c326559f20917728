// A feature sees what was public at its stamp: whatever is asked of later, or told too early, is
// caught.
import { describe, expect, it } from 'vitest';
import type { PublicKnowledge } from '../../../app/trading/market/inputs/knowledge';
import type { ForecastRun } from '../../../app/trading/weather/bulletin';
import {
  PointInTimeView,
  type PublicPast,
  guardedKnowledge,
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
const value = (publishedMs: number) => ({ series: 'index/usd', validMs: 0, publishedMs, value: 1 });

/**
 * A store that tells whatever it has, even what came out `ahead` milliseconds after the moment that
 * it was asked for.
 */
const leaking =
  (ahead: number) =>
  (knownMs: number): PublicKnowledge => ({
    knownMs,
    run: () => run(knownMs + ahead),
    warnings: () => [
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
      asOf: () => value(knownMs + ahead),
      latest: () => value(knownMs + ahead),
      history: () => [value(knownMs), value(knownMs + ahead)],
    },
    curve: () => [],
    reports: () => [
      {
        id: 'OPEC meeting/x',
        kind: 'OPEC meeting',
        atMs: knownMs + ahead,
        commodities: ['crude-oil'],
        figures: [],
      },
    ],
  });

function buildPast(ahead: number): PublicPast {
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
  return { known: leaking(ahead), marks: (chain) => (chain === 'NG' ? marks : null), record };
}

describe('a view at a stamp', () => {
  it('gives what had been published by then', () => {
    const view = new PointInTimeView(buildPast(0), STAMP);
    expect(view.run('NYC')?.publishedMs).toBe(STAMP);
    expect(view.known.warnings()).toHaveLength(1);
    expect(view.known.vintages.history('index/usd', 0, STAMP, STAMP)).toHaveLength(2);
    expect(view.known.reports(0)).toHaveLength(1);
    expect(view.input('hedge/USD')).toBe(1);
  });

  it('catches a store that tells too much', () => {
    const { known } = new PointInTimeView(buildPast(1), STAMP);
    expect(() => known.run('NYC', 0)).toThrow(RangeError);
    expect(() => known.warnings()).toThrow(RangeError);
    expect(() => known.vintages.asOf('index/usd', 0, STAMP)).toThrow(RangeError);
    expect(() => known.vintages.latest('index/usd', STAMP)).toThrow(RangeError);
    expect(() => known.vintages.history('index/usd', 0, STAMP, STAMP)).toThrow(RangeError);
    expect(() => known.reports(0)).toThrow(RangeError);
    expect(() => guardedKnowledge(leaking(0)(STAMP + 1), STAMP)).toThrow(RangeError);
  });

  it('catches a feature that asks for later', () => {
    const view = new PointInTimeView(buildPast(0), STAMP);
    expect(() => view.at(STAMP + 1)).toThrow(RangeError);
    expect(() => view.before(-1)).toThrow(RangeError);
    expect(() => view.at(NaN)).toThrow(RangeError);
    expect(() => view.run('NYC', -1)).toThrow(RangeError);
    expect(() => view.known.vintages.latest('index/usd', STAMP + 1)).toThrow(RangeError);
    expect(() => view.known.vintages.history('index/usd', 0, STAMP, STAMP + 1)).toThrow(RangeError);
    expect(() => view.marks('NG')?.scaledMove(-1)).toThrow(RangeError);
    expect(() => view.record('NYC').day(-1)).toThrow(RangeError);
  });

  it('reaches earlier moments, once each', () => {
    const view = new PointInTimeView(buildPast(0), STAMP);
    expect(view.before(1).stampMs).toBe(STAMP - DAY_MS);
    expect(view.before(1)).toBe(view.before(1));
    expect(view.at(STAMP)).toBe(view);
    expect(() => view.before(1).at(STAMP)).toThrow(RangeError);
  });
});

describe('marks and record', () => {
  it('end at the stamp, however much the stores hold', () => {
    const view = new PointInTimeView(buildPast(0), STAMP);
    expect(view.marks('NG')?.close).toBe(100);
    expect(view.before(3).marks('NG')?.close).toBe(97);
    expect(view.marks('CL')).toBeNull();
    // the day before is published an hour after the stamp
    expect(view.record('NYC').day(0)?.meanF).toBe(-2);
    expect(
      view
        .record('NYC')
        .since(STAMP - 4 * DAY_MS)
        .map(({ meanF }) => meanF),
    ).toEqual([-4, -3, -2]);
    expect(view.record('CHI').day(0)).toBeUndefined();
  });

  it('measure moves in deviations, and say nothing before there are enough', () => {
    const marks = buildPast(0).marks('NG')?.asOf(STAMP);
    const moves = Array.from({ length: 31 }, (_, index) => (index - 30) / 1000);
    let [weighted, weight] = [0, 0];
    for (const move of moves)
      [weighted, weight] = [0.94 * weighted + 0.06 * move * move, 0.94 * weight + 0.06];
    const sigma = Math.sqrt(weighted / weight);
    expect(marks?.sigma).toBeCloseTo(sigma, 12);
    expect(marks?.scaledMove(1)).toBeCloseTo(-0.001 / sigma, 9);
    expect(marks?.scaledSum(3)).toBeCloseTo(-0.003 / sigma / Math.sqrt(3), 9);
    expect(marks?.rms(2)).toBeCloseTo(Math.sqrt(0.001 ** 2 / 2), 12);
    expect(marks?.scaledSum(60)).toBeNaN();
    expect(
      buildPast(0)
        .marks('NG')
        ?.asOf(STAMP - 15 * DAY_MS).sigma,
    ).toBeNaN();
  });

  it('take days in order alone', () => {
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
