// Calibration: isotonic curves, Platt scaling, and the choice between them.
import { describe, expect, it } from 'vitest';
import { applyCalibration } from '../../../app/trading/networks/core/calibration';
import { fitCalibration } from '../../../app/trading/networks/core/fit-calibration';
import { interpolateTable } from '../../../app/trading/networks/core/interpolation';
import { buildBlocks, poolDecreasing } from '../../../app/trading/networks/core/isotonic';
import { computeSigmoid } from '../../../app/trading/networks/core/losses';
import { fitPlatt } from '../../../app/trading/networks/core/platt';
import { createSeededRandom } from '../../../app/trading/random';
import { createNormals } from '../../support/network-data';

const draw = createNormals('calibration');
const random = createSeededRandom('calibration');
const createLogits = (count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, place) => draw(place));
/** Outcomes with true probability sigmoid(truth(logit)). */
const computeOutcomes = (scores: Float64Array, truth: (score: number) => number): Float64Array =>
  scores.map((score, place) =>
    Number(random.uniform('outcomes', place) < computeSigmoid(truth(score))),
  );

describe('pooling', () => {
  const createBlock = (
    score: number,
    outcome: number,
    rows = 1,
  ): { score: number; outcome: number; rows: number } => ({ score, outcome, rows });

  it('pools adjacent decreasing blocks, weighted by rows', () => {
    expect(
      poolDecreasing([
        createBlock(1, 0.2),
        createBlock(2, 0.6),
        createBlock(3, 0.3, 2),
        createBlock(4, 0.9),
      ]),
    ).toEqual([
      createBlock(1, 0.2),
      { score: expect.closeTo(8 / 3, 12), outcome: expect.closeTo(0.4, 12), rows: 3 },
      createBlock(4, 0.9),
    ]);
    expect(poolDecreasing([createBlock(1, 0.9), createBlock(2, 0.5), createBlock(3, 0.1)])).toEqual(
      [{ score: expect.closeTo(2, 12), outcome: expect.closeTo(0.5, 12), rows: 3 }],
    );
  });

  it('keeps increasing blocks', () => {
    const scores = createLogits(3000);
    const once = poolDecreasing(
      buildBlocks(
        scores,
        computeOutcomes(scores, (score) => score),
      ),
    );
    expect(poolDecreasing(once)).toEqual(once);
    expect(once.length).toBeGreaterThan(5);
  });

  it('builds blocks of at least 50 rows and keeps ties together', () => {
    const scores = Float64Array.from({ length: 2599 }, (_, place) =>
      place < 300 ? -1 : place / 2599,
    );
    const blocks = buildBlocks(scores, scores);
    expect(blocks.reduce((sum, { rows }) => sum + rows, 0)).toBe(2599);
    expect(Math.min(...blocks.map(({ rows }) => rows))).toBeGreaterThanOrEqual(50);
    expect(blocks[0]?.rows).toBe(300);
    expect(blocks.length).toBeLessThanOrEqual(50);
  });
});

describe('a calibration', () => {
  it('fits a curved relation monotonically with many rows', () => {
    const scores = createLogits(20_000);
    const computeTruth = (score: number): number => (score > 0 ? 2.5 * score : 0.3 * score);
    const calibration = fitCalibration(scores, computeOutcomes(scores, computeTruth));
    expect(calibration.kind).toBe('isotonic');
    for (const score of [-1.5, -0.5, 0.2, 0.8])
      expect(
        Math.abs(applyCalibration(calibration, score) - computeSigmoid(computeTruth(score))),
      ).toBeLessThan(0.05);
    const grid = Array.from({ length: 400 }, (_, place) =>
      applyCalibration(calibration, place / 50 - 4),
    );
    expect(grid.every((chance, place) => place === 0 || chance >= (grid[place - 1] ?? 0))).toBe(
      true,
    );
    expect(Math.min(...grid)).toBeGreaterThanOrEqual(0.02);
    expect(Math.max(...grid)).toBeLessThanOrEqual(0.98);
  });

  it('is Platt scaling with few rows', () => {
    const scores = createLogits(1999);
    const calibration = fitCalibration(
      scores,
      computeOutcomes(scores, (score) => 2 * score - 0.5),
    );
    expect(calibration).toEqual({
      kind: 'platt',
      slope: expect.closeTo(2, 0),
      offset: expect.closeTo(-0.5, 0),
    });
    expect(applyCalibration(calibration, 9)).toBe(0.98);
    expect(applyCalibration(calibration, -9)).toBe(0.02);
  });

  it('is Platt scaling if the curve is no better out-of-sample', () => {
    const scores = createLogits(6000);
    expect(
      fitCalibration(
        scores,
        computeOutcomes(scores, (score) => 0.1 * score),
      ).kind,
    ).toBe('platt');
  });

  it('is 50% at logit zero when two-sided', () => {
    const scores = createLogits(5000);
    const calibration = fitCalibration(
      scores,
      computeOutcomes(scores, (score) => 0.8 * score + 0.3),
      true,
    );
    expect(calibration).toEqual({ kind: 'platt', slope: expect.closeTo(0.8, 0), offset: 0 });
    expect(applyCalibration(calibration, 0)).toBe(0.5);
    expect(applyCalibration(calibration, 1) + applyCalibration(calibration, -1)).toBeCloseTo(1, 12);
  });

  it('has slope zero for an inverted score', () => {
    const scores = createLogits(500);
    expect(
      fitPlatt(
        scores,
        computeOutcomes(scores, (score) => -2 * score),
      ).slope,
    ).toBe(0);
  });

  it('satisfies the first-order conditions', () => {
    const scores = Float64Array.of(-2, -1, -0.5, 0.5, 1, 2);
    const outcomes = Float64Array.of(0, 0, 1, 0, 1, 1);
    const { slope, offset } = fitPlatt(scores, outcomes);
    const targets = outcomes.map((outcome) => (outcome === 1 ? 4 / 5 : 1 / 5));
    const apart = scores.map(
      (score, row) => computeSigmoid(slope * score + offset) - (targets[row] ?? 0),
    );
    expect(apart.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0, 8);
    expect(apart.reduce((sum, one, row) => sum + one * (scores[row] ?? 0), 0)).toBeCloseTo(0, 8);
  });

  it('skips rows without an outcome and rejects invalid input', () => {
    const [scores, outcomes] = [
      createLogits(300),
      computeOutcomes(createLogits(300), (score) => score),
    ];
    const padded = fitCalibration(Float64Array.of(...scores, 5), Float64Array.of(...outcomes, NaN));
    expect(padded).toEqual(fitCalibration(scores, outcomes));
    expect(() => fitCalibration(scores, outcomes.subarray(1))).toThrow(/its outcome/);
    expect(() => fitCalibration(Float64Array.of(NaN), Float64Array.of(1))).toThrow(/finite/);
    expect(() => fitCalibration(Float64Array.of(1), Float64Array.of(NaN))).toThrow(/rows/);
  });
});

describe('interpolation', () => {
  it('is linear between points and constant beyond', () => {
    expect([-1, 0, 0.5, 1, 2, 9].map((at) => interpolateTable([0, 1, 3], [10, 20, 0], at))).toEqual(
      [10, 10, 15, 20, 10, 0],
    );
  });
});
