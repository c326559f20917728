// Scores of forecasts, beside values worked out by hand.
import { describe, expect, it } from 'vitest';
import { brierParts, brierScore } from '../../../app/trading/statistics/brier-score';
import { computeCoverage } from '../../../app/trading/statistics/coverage';
import { expectedCalibrationError } from '../../../app/trading/statistics/expected-calibration-error';
import { hitRate, topDecileHitRate } from '../../../app/trading/statistics/hit-rate';
import { logLoss } from '../../../app/trading/statistics/log-loss';
import { meanPinballLoss } from '../../../app/trading/statistics/pinball-loss';
import { meanQlike } from '../../../app/trading/statistics/qlike';
import { computeReliability } from '../../../app/trading/statistics/reliability';

/** Ten rows at 0.2 of which three came true, ten at 0.7 of which six did. */
const chances = [
  ...Array.from({ length: 10 }, () => 0.2),
  ...Array.from({ length: 10 }, () => 0.7),
];
const outcomes = chances.map((_, row) => Number(row < 3 || (row >= 10 && row < 16)));

describe('chances', () => {
  it('have a Brier score in three parts', () => {
    // .2: (3 * .64 + 7 * .04) = 2.2; .7: (6 * .09 + 4 * .49) = 2.5
    expect(brierScore(chances, outcomes)).toBeCloseTo(4.7 / 20, 12);
    const parts = brierParts(chances, outcomes);
    expect(parts.reliability).toBeCloseTo(0.01, 12);
    expect(parts.resolution).toBeCloseTo(0.15 ** 2, 12);
    expect(parts.uncertainty).toBeCloseTo(0.45 * 0.55, 12);
    expect(parts.withinClasses).toBeCloseTo(0, 12);
    expect(() => brierScore(chances, outcomes.slice(1))).toThrow(/its outcome/);
  });

  it('have a mean surprise', () => {
    expect(logLoss([0.5, 0.25], [1, 0])).toBeCloseTo((Math.log(2) + Math.log(4 / 3)) / 2, 12);
    expect(logLoss([0.9], [0.5])).toBeCloseTo(-0.5 * (Math.log(0.9) + Math.log(0.1)), 12);
    expect(() => logLoss([1], [1])).toThrow(/between 0 and 1/);
  });

  it('stand beside what became of them', () => {
    const held = computeReliability(chances, outcomes, 10).filter(({ rows }) => rows > 0);
    expect(held).toEqual(
      [
        { from: 0.2, until: 0.3, rows: 10, meanChance: expect.closeTo(0.2, 12), meanOutcome: 0.3 },
        { from: 0.7, until: 0.8, rows: 10, meanChance: expect.closeTo(0.7, 12), meanOutcome: 0.6 },
      ].map((row) => ({
        ...row,
        from: expect.closeTo(row.from, 12),
        until: expect.closeTo(row.until, 12),
      })),
    );
    expect(expectedCalibrationError([...chances, 1, 1], [...outcomes, 1, 1], 10)).toBeCloseTo(
      2 / 22,
      12,
    );
    expect(() => computeReliability([1.1], [1])).toThrow(/outside 0 to 1/);
    expect(expectedCalibrationError([], [])).toBeNaN();
  });
});

describe('sides', () => {
  it('are counted where there is one', () => {
    expect(hitRate([1, -1, 2, 0, 3, NaN], [2, 1, 1, 5, 0, 1])).toEqual({
      share: 2 / 3,
      decided: 3,
    });
    expect(hitRate([0], [1]).share).toBeNaN();
    expect(() => hitRate([1], [])).toThrow(/its outcome/);
  });

  it('of the boldest tenth are the largest, a row at least', () => {
    const bold = Array.from({ length: 20 }, (_, row) => (row % 2 === 0 ? 1 : -1) * (row + 1));
    const right = bold.map((value, row) => (row === 19 ? -value : value));
    expect(topDecileHitRate(bold, right)).toEqual({ share: 0.5, decided: 2 });
    expect(topDecileHitRate([1, 2, 2], [1, 1, -1])).toEqual({ share: 1, decided: 1 });
  });
});

describe('values and bands', () => {
  it('cost what their formulas say', () => {
    expect(meanPinballLoss(0.9, [10, 10], [12, 5])).toBeCloseTo((0.9 * 2 + 0.1 * 5) / 2, 12);
    expect(meanQlike([0.1, 0.1], [0.1, 0.2])).toBeCloseTo((0 + 4 - Math.log(4) - 1) / 2, 12);
    expect(meanQlike([0.1], [0.05])).toBeLessThan(meanQlike([0.05], [0.1]));
    expect(() => meanQlike([0], [1])).toThrow(/above zero/);
    expect(() => meanPinballLoss(1, [0], [0])).toThrow(/between 0 and 1/);
  });

  it('hold a share of outcomes', () => {
    expect(computeCoverage([0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 0.5, 2])).toBe(0.75);
    expect(() => computeCoverage([2], [1], [1])).toThrow(/from 2 to 1/);
  });
});
