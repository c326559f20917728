// Forecast scores against hand-computed values.
import { describe, expect, it } from 'vitest';
import {
  decomposeBrierScore,
  computeBrierScore,
} from '../../../app/trading/statistics/brier-score';
import { computeCoverage } from '../../../app/trading/statistics/coverage';
import { computeExpectedCalibrationError } from '../../../app/trading/statistics/expected-calibration-error';
import { computeHitRate, computeTopDecileHitRate } from '../../../app/trading/statistics/hit-rate';
import { computeMeanLogLoss } from '../../../app/trading/statistics/log-loss';
import { computeMeanPinballLoss } from '../../../app/trading/statistics/pinball-loss';
import { computeMeanQlike } from '../../../app/trading/statistics/qlike';
import { computeReliability } from '../../../app/trading/statistics/reliability';

/** Ten rows at 0.2 with three positives, ten at 0.7 with six. */
const chances = [
  ...Array.from({ length: 10 }, () => 0.2),
  ...Array.from({ length: 10 }, () => 0.7),
];
const outcomes = chances.map((_, row) => Number(row < 3 || (row >= 10 && row < 16)));

describe('probabilities', () => {
  it('have a Brier score with three components', () => {
    // .2: (3 * .64 + 7 * .04) = 2.2; .7: (6 * .09 + 4 * .49) = 2.5
    expect(computeBrierScore(chances, outcomes)).toBeCloseTo(4.7 / 20, 12);
    const parts = decomposeBrierScore(chances, outcomes);
    expect(parts.reliability).toBeCloseTo(0.01, 12);
    expect(parts.resolution).toBeCloseTo(0.15 ** 2, 12);
    expect(parts.uncertainty).toBeCloseTo(0.45 * 0.55, 12);
    expect(parts.withinClasses).toBeCloseTo(0, 12);
    expect(() => computeBrierScore(chances, outcomes.slice(1))).toThrow(/its outcome/);
  });

  it('have a log loss', () => {
    expect(computeMeanLogLoss([0.5, 0.25], [1, 0])).toBeCloseTo(
      (Math.log(2) + Math.log(4 / 3)) / 2,
      12,
    );
    expect(computeMeanLogLoss([0.9], [0.5])).toBeCloseTo(
      -0.5 * (Math.log(0.9) + Math.log(0.1)),
      12,
    );
    expect(() => computeMeanLogLoss([1], [1])).toThrow(/between 0 and 1/);
  });

  it('have a calibration table', () => {
    const held = computeReliability(chances, outcomes, 10).filter(({ rows }) => rows > 0);
    expect(held).toEqual(
      [
        {
          from: 0.2,
          until: 0.3,
          rows: 10,
          meanProbability: expect.closeTo(0.2, 12),
          meanOutcome: 0.3,
        },
        {
          from: 0.7,
          until: 0.8,
          rows: 10,
          meanProbability: expect.closeTo(0.7, 12),
          meanOutcome: 0.6,
        },
      ].map((row) => ({
        ...row,
        from: expect.closeTo(row.from, 12),
        until: expect.closeTo(row.until, 12),
      })),
    );
    expect(
      computeExpectedCalibrationError([...chances, 1, 1], [...outcomes, 1, 1], 10),
    ).toBeCloseTo(2 / 22, 12);
    expect(() => computeReliability([1.1], [1])).toThrow(/outside 0 to 1/);
    expect(computeExpectedCalibrationError([], [])).toBeNaN();
  });
});

describe('hit rates', () => {
  it('count decided rows', () => {
    expect(computeHitRate([1, -1, 2, 0, 3, NaN], [2, 1, 1, 5, 0, 1])).toEqual({
      share: 2 / 3,
      decided: 3,
    });
    expect(computeHitRate([0], [1]).share).toBeNaN();
    expect(() => computeHitRate([1], [])).toThrow(/its outcome/);
  });

  it('of the top decile use the largest forecasts, at least one row', () => {
    const bold = Array.from({ length: 20 }, (_, row) => (row % 2 === 0 ? 1 : -1) * (row + 1));
    const right = bold.map((value, row) => (row === 19 ? -value : value));
    expect(computeTopDecileHitRate(bold, right)).toEqual({ share: 0.5, decided: 2 });
    expect(computeTopDecileHitRate([1, 2, 2], [1, 1, -1])).toEqual({ share: 1, decided: 1 });
  });
});

describe('values and intervals', () => {
  it('match their loss formulas', () => {
    expect(computeMeanPinballLoss(0.9, [10, 10], [12, 5])).toBeCloseTo((0.9 * 2 + 0.1 * 5) / 2, 12);
    expect(computeMeanQlike([0.1, 0.1], [0.1, 0.2])).toBeCloseTo((0 + 4 - Math.log(4) - 1) / 2, 12);
    expect(computeMeanQlike([0.1], [0.05])).toBeLessThan(computeMeanQlike([0.05], [0.1]));
    expect(() => computeMeanQlike([0], [1])).toThrow(/above zero/);
    expect(() => computeMeanPinballLoss(1, [0], [0])).toThrow(/between 0 and 1/);
  });

  it('cover a fraction of outcomes', () => {
    expect(computeCoverage([0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 0.5, 2])).toBe(0.75);
    expect(() => computeCoverage([2], [1], [1])).toThrow(/from 2 to 1/);
  });
});
