// Backpropagation against finite differences.
import { describe, expect, it } from 'vitest';
import {
  addGradient,
  addInputSlope,
  buildBackwardPlan,
  computeRowLoss,
} from '../../../app/trading/networks/core/backward';
import { runForward, buildPlan } from '../../../app/trading/networks/core/forward';
import {
  computeLoss,
  computeLossSlope,
  computeStartingOutput,
} from '../../../app/trading/networks/core/losses';
import type { Head, NetworkShape } from '../../../app/trading/networks/core/shape';
import { getWeightOffsets } from '../../../app/trading/networks/core/weight-offsets';
import { createDataset, createNormals, replaceNumber } from '../../support/network-data';

const HEADS: readonly Head[] = [
  { kind: 'bce', name: 'up', target: 0 },
  { kind: 'mse', name: 'level', target: 1 },
  { kind: 'huber', name: 'loss', target: 1 },
  { kind: 'qlike', name: 'vol', target: 1 },
  { kind: 'pinball', name: 'low', target: 1, quantile: 0.1 },
];
const STEP = 1e-6;
/** Accuracy of finite differences. */
const TOLERANCE = 2e-7;

const data = createDataset('gradient', 6, 5, (x, noise) => [
  noise > 0 ? 1 : 0.3,
  1.5 * (x[0] ?? 0) + noise,
]);
const draw = createNormals('weights of the gradient check');
const computeWeights = (shape: NetworkShape): Float64Array =>
  Float64Array.from({ length: getWeightOffsets(shape).count }, (_, place) => 0.4 * draw(place));

function checkGradient(shape: NetworkShape): void {
  const plan = buildBackwardPlan(buildPlan(shape));
  const weights = computeWeights(shape);
  const gradient = new Float64Array(weights.length);
  for (let row = 0; row < data.rows; row += 1) addGradient(plan, weights, data, row, gradient);
  const lossAt = (place: number, by: number): number => {
    const moved = replaceNumber(weights, place, (weights[place] ?? 0) + by);
    return Array.from({ length: data.rows }, (_, row) =>
      computeRowLoss(plan, moved, data, row),
    ).reduce((sum, loss) => sum + loss, 0);
  };
  for (const [place, slope] of gradient.entries()) {
    const measured = (lossAt(place, STEP) - lossAt(place, -STEP)) / (2 * STEP);
    expect(Math.abs(measured - slope), `weight ${place}`).toBeLessThan(
      TOLERANCE * Math.max(1, Math.abs(slope)) * 10,
    );
  }
}

describe('gradient', () => {
  it.each(HEADS)('of a $kind head agrees with finite differences', (head) =>
    checkGradient({ inputs: 5, hidden: [7, 3], heads: [head] }),
  );
  it('of several heads and wider layers agrees with finite differences', () =>
    checkGradient({ inputs: 5, hidden: [8, 5], heads: HEADS }));
  it('of a network without hidden units agrees with finite differences', () =>
    checkGradient({ inputs: 5, hidden: [0, 0], heads: HEADS.slice(0, 2) }));

  it('skips a head without a target', () => {
    const shape: NetworkShape = { inputs: 5, hidden: [4, 2], heads: HEADS.slice(0, 2) };
    const missing = { ...data, y: data.y.map((value, place) => (place % 2 === 0 ? NaN : value)) };
    const plan = buildBackwardPlan(buildPlan(shape));
    const gradient = new Float64Array(getWeightOffsets(shape).count);
    addGradient(plan, computeWeights(shape), missing, 0, gradient);
    const { lastBias } = getWeightOffsets(shape);
    expect(gradient[lastBias]).toBe(0);
    expect(gradient[lastBias + 1]).not.toBe(0);
    expect(computeRowLoss(plan, computeWeights(shape), missing, 0)).toBeCloseTo(
      computeLoss(HEADS[1] as Head, plan.out[1] ?? NaN, missing.y[1] ?? NaN),
      12,
    );
  });

  it('by input agrees with finite differences', () => {
    const shape: NetworkShape = { inputs: 5, hidden: [7, 3], heads: HEADS };
    const plan = buildBackwardPlan(buildPlan(shape));
    const weights = computeWeights(shape);
    const x = data.x.slice(0, 5);
    const slope = new Float64Array(5);
    addInputSlope(plan, weights, x, 2, slope);
    const out = new Float64Array(HEADS.length);
    const computeOutput = (place: number, by: number): number => {
      runForward(plan, weights, replaceNumber(x, place, (x[place] ?? 0) + by), 0, out);
      return out[2] ?? NaN;
    };
    for (const [place, by] of slope.entries())
      expect((computeOutput(place, STEP) - computeOutput(place, -STEP)) / (2 * STEP)).toBeCloseTo(
        by,
        6,
      );
  });
});

describe('losses', () => {
  it('match their formulas', () => {
    const [bce, mse, huber, qlike, pinball] = HEADS as readonly [Head, Head, Head, Head, Head];
    expect(computeLoss(bce, 0, 1)).toBeCloseTo(Math.log(2), 12);
    expect(computeLoss(bce, 800, 0)).toBe(800);
    expect(computeLoss(mse, 1, 4)).toBe(4.5);
    expect(computeLoss(huber, 1, 4)).toBe(2.5);
    expect(computeLoss(huber, 1, 1.5)).toBe(0.125);
    // variance twice the forecast: 2 - ln 2 - 1
    expect(computeLoss(qlike, 0, Math.log(2) / 2)).toBeCloseTo(1 - Math.log(2), 12);
    expect(computeLoss(pinball, 0, 2)).toBeCloseTo(0.2, 12);
    expect(computeLoss(pinball, 2, 0)).toBeCloseTo(1.8, 12);
  });

  it('are continuous at their kinks', () => {
    for (const head of HEADS.slice(2, 4)) {
      for (const bend of [1, 2]) {
        expect(
          computeLoss(head, -bend - 1e-9, 0) - computeLoss(head, -bend + 1e-9, 0),
        ).toBeLessThan(1e-6);
        expect(computeLossSlope(head, -bend - 1e-9, 0)).toBeCloseTo(
          computeLossSlope(head, -bend + 1e-9, 0),
          5,
        );
      }
    }
  });

  it('match their derivatives on both sides of a kink', () => {
    for (const head of HEADS.slice(2, 4)) {
      for (const z of [-3, -0.4, 0.4, 3])
        expect(
          (computeLoss(head, z + STEP, 0) - computeLoss(head, z - STEP, 0)) / (2 * STEP),
        ).toBeCloseTo(computeLossSlope(head, z, 0), 5);
    }
  });

  it('start at the constant with the lowest loss', () => {
    const targets = Float64Array.from({ length: 200 }, (_, place) => draw(1000 + place)).map(
      (value) => Math.max(-1, value),
    );
    for (const head of HEADS) {
      const own = head.kind === 'bce' ? targets.map((value) => (value > 0.5 ? 1 : 0)) : targets;
      const costAt = (z: number): number =>
        own.reduce((sum, target) => sum + computeLoss(head, z, target), 0);
      const start = computeStartingOutput(head, own);
      // the median is near enough to Huber's center
      const slack = head.kind === 'huber' ? 1.02 : 1 + 1e-9;
      expect(costAt(start), head.kind).toBeLessThanOrEqual(
        Math.min(costAt(start + 0.05), costAt(start - 0.05)) * slack,
      );
    }
  });
});
