// Golden values from NumPy and SciPy for the same numbers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../../../app/trading/simulation/random-streams';
import { computeAnnualVolatilityPercent } from '../../../app/trading/statistics/annual-volatility';
import { computeAutocorrelation } from '../../../app/trading/statistics/autocorrelation';
import { computeCorrelation } from '../../../app/trading/statistics/correlation';
import { computeHourProfile } from '../../../app/trading/statistics/hour-profile';
import { computeKurtosis } from '../../../app/trading/statistics/kurtosis';
import { computeMonthlyVolatility } from '../../../app/trading/statistics/monthly-volatility';
import {
  SPIKE_WINDOW_HOURS,
  findSpikeHours,
} from '../../../app/trading/statistics/find-spike-hours';
import { computeMedian, computeQuantiles } from '../../../app/trading/statistics/quantile';
import { computeRankCorrelation } from '../../../app/trading/statistics/rank-correlation';
import {
  computeMean,
  listFinite,
  computeStandardError,
} from '../../../app/trading/statistics/sample';
import { computeSamuelsonSlope } from '../../../app/trading/statistics/samuelson-slope';
import { computeFractionWhere } from '../../../app/trading/statistics/fraction-where';
import { computeSkewness } from '../../../app/trading/statistics/skewness';
import { fitStudentFreedom } from '../../../app/trading/statistics/student-freedom';
import { computeTopShare } from '../../../app/trading/statistics/top-share';

const X = [
  0.012, -0.034, 0.005, 0.021, -0.008, 0.092, -0.047, 0.003, 0, -0.015, 0.027, -0.061, 0.018, 0.009,
  -0.002, -0.023, 0.041, -0.006, 0.014, -0.011,
];
const Y = [
  0.02, -0.01, 0.015, 0.001, -0.02, 0.05, -0.03, -0.004, 0.015, -0.015, 0.01, -0.02, 0.03, 0,
  -0.012, 0.008, 0.022, -0.016, 0.004, -0.03,
];
const sizes = X.map(Math.abs);

describe('sample statistics', () => {
  it('match the reference', () => {
    expect(computeAnnualVolatilityPercent(X)).toBeCloseTo(51.62941328147623, 10);
    expect(computeKurtosis(X)).toBeCloseTo(4.58727277397054, 10);
    expect(computeSkewness(X)).toBeCloseTo(0.6190581319332586, 10);
    expect(computeAutocorrelation(X, 1)).toBeCloseTo(-0.5120753566941574, 10);
    expect(computeAutocorrelation(X, 2)).toBeCloseTo(0.15172718339117564, 10);
    expect(computeAutocorrelation(sizes, 1)).toBeCloseTo(0.07811304749006588, 10);
    expect(computeCorrelation(X, Y)).toBeCloseTo(0.7989588740146785, 10);
    expect(computeRankCorrelation(X, Y)).toBeCloseTo(0.7783219112522047, 10);
    expect(computeTopShare(X, 0.1)).toBeCloseTo(0.6044446649139342, 10);
    expect(computeQuantiles(X, [0.05, 0.5, 0.9])).toEqual([
      expect.closeTo(-0.0477, 10),
      expect.closeTo(0.0015, 10),
      expect.closeTo(0.0284, 10),
    ]);
  });

  it('negate the median exactly when all values are negated', () => {
    expect([computeMedian([]), computeMedian([3, 1, 2]), computeMedian([4, 1, 2, 8])]).toEqual([
      NaN,
      2,
      3,
    ]);
    const finite = fc.double({ min: -1e300, max: 1e300, noNaN: true });
    fc.assert(
      fc.property(fc.array(finite, { minLength: 1, maxLength: 12 }), (values) => {
        expect(computeMedian(values.map((value) => -value)) + computeMedian(values)).toBe(0);
      }),
      // Adjacent numbers whose difference is rounded.
      { examples: [[[-1, 1 - Number.EPSILON / 2]], [[-6, 5].map((n) => n * Number.MIN_VALUE)]] },
    );
  });

  it('accept typed arrays without changing them', () => {
    const typed = Float64Array.from(X);
    expect(computeMedian(typed)).toBe(computeMedian(X));
    expect(Array.from(typed)).toEqual(X);
    expect(Array.from(listFinite([NaN, 1, NaN, 2]))).toEqual([1, 2]);
    expect(computeMean([1, 2, 6])).toBe(3);
    expect(computeStandardError([1, 2, 3])).toBeCloseTo(1 / Math.sqrt(3), 12);
    expect(computeFractionWhere([1, -1, 2, 3], (value) => value < 0)).toBe(0.25);
  });

  it('skip incomplete pairs and reject unequal lengths', () => {
    expect(computeCorrelation([...X, NaN, 9], [...Y, 5, NaN])).toBeCloseTo(0.7989588740146785, 10);
    expect(() => computeCorrelation([1, 2], [1])).toThrow(/one length/);
    expect(() => computeRankCorrelation([1, NaN], [1, 2])).toThrow(/numbers only/);
    expect(() => computeAutocorrelation(X, 20)).toThrow(/between 1 and 19/);
    expect(computeRankCorrelation([1, 2, 3], [5, 5, 5])).toBeNaN();
  });
});

describe('degrees of freedom', () => {
  it('match the reference', () => {
    expect(fitStudentFreedom(X)).toBeCloseTo(2.71023593, 3);
  });

  it('are high for a normal sample', () => {
    const normal = Array.from({ length: 2000 }, (_, index) => normalQuantile((index + 0.5) / 2000));
    expect(fitStudentFreedom(normal)).toBeGreaterThan(40);
  });

  it('do not depend on the unit', () => {
    expect(fitStudentFreedom(X.map((value) => value * 1000))).toBeCloseTo(fitStudentFreedom(X), 3);
  });
});

describe('seasonality and hours', () => {
  const toDayMs = (month: number, date: number): number => Date.UTC(2020, month, date);
  it('divide each month by the mean of the twelve', () => {
    const days = Array.from({ length: 24 }, (_, index) =>
      toDayMs(Math.floor(index / 2), 1 + (index % 2)),
    );
    const returns = days.map((at) => (new Date(at).getUTCMonth() === 0 ? 0.02 : 0.01));
    const months = computeMonthlyVolatility(days, returns);
    expect(months?.[0]).toBeCloseTo(0.02 / (0.13 / 12), 10);
    expect(months?.[5]).toBeCloseTo(0.01 / (0.13 / 12), 10);
    expect(computeMonthlyVolatility(days.slice(0, 22), returns.slice(0, 22))).toBeNull();
  });

  it('fit the slope of the Samuelson effect', () => {
    const points = [
      [1 / 12, 54],
      [0.25, 43],
      [0.5, 34],
      [1, 23],
    ].map(([years = 0, volatility = 0]) => ({ years, volatility }));
    expect(computeSamuelsonSlope(points)).toBeCloseTo(-0.906006231813148, 10);
    expect(() => computeSamuelsonSlope(points.slice(0, 1))).toThrow(/two distances/);
  });

  it('return the median of each hour', () => {
    const hours = [0, 1, 0, 1, 0];
    const profile = computeHourProfile(hours, [1, 10, 2, 30, 9], [0.5]);
    expect(profile[0]).toEqual([2]);
    expect(profile[1]).toEqual([20]);
  });

  it('flag a spike above three times the past month and above the floor', () => {
    const prices = Array.from({ length: SPIKE_WINDOW_HOURS + 4 }, () => 20);
    prices[10] = 500;
    prices[SPIKE_WINDOW_HOURS] = 61;
    prices[SPIKE_WINDOW_HOURS + 1] = 59;
    prices[SPIKE_WINDOW_HOURS + 2] = 200;
    const listSpikeHours = (floor: number): number[] =>
      [...findSpikeHours(prices, floor).entries()]
        .filter(([, is]) => is === 1)
        .map(([hour]) => hour - SPIKE_WINDOW_HOURS);
    expect(listSpikeHours(0)).toEqual([0, 2]);
    expect(listSpikeHours(75)).toEqual([2]);
  });

  it('use a rolling month', () => {
    // The price doubles for good: after half a month of hours the median has followed.
    const prices = Array.from({ length: 3 * SPIKE_WINDOW_HOURS }, (_, hour) =>
      hour < SPIKE_WINDOW_HOURS ? 10 : 40,
    );
    const isSpike = findSpikeHours(prices, 0);
    expect(isSpike[SPIKE_WINDOW_HOURS]).toBe(1);
    expect(isSpike.reduce((sum, one) => sum + one, 0)).toBe(SPIKE_WINDOW_HOURS / 2);
  });
});
