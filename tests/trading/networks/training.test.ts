// Training is deterministic and learns what can be learned.
import { describe, expect, it } from 'vitest';
import { buildBackwardPlan, computeRowLoss } from '../../../app/trading/networks/core/backward';
import { runForward, buildPlan } from '../../../app/trading/networks/core/forward';
import { computeSigmoid } from '../../../app/trading/networks/core/losses';
import type { Dataset, NetworkShape, Weights } from '../../../app/trading/networks/core/shape';
import { getWeightOffsets } from '../../../app/trading/networks/core/weight-offsets';
import { TRAIN_DEFAULTS, trainNetwork } from '../../../app/trading/networks/core/train';
import { createDataset, replaceNumber } from '../../support/network-data';

const shape: NetworkShape = {
  inputs: 4,
  hidden: [8, 4],
  heads: [{ kind: 'bce', name: 'up', target: 0 }],
};
const linear: NetworkShape = { ...shape, hidden: [0, 0] };
/** Sign of a product, which no linear model can fit. */
const crossed = createDataset('crossed', 1500, 4, (x) => [(x[0] ?? 0) * (x[1] ?? 0) > 0 ? 1 : 0]);
const options = { ...TRAIN_DEFAULTS, seed: 'training', epochs: 3 };

function computeOutputs(of: NetworkShape, weights: Weights, dataset: Dataset): Float64Array {
  const plan = buildPlan(of);
  const out = new Float64Array(of.heads.length);
  return Float64Array.from({ length: dataset.rows }, (_, row) => {
    runForward(plan, weights, dataset.x, row * dataset.inputs, out);
    return out[0] ?? NaN;
  });
}

const computeHits = (of: NetworkShape, weights: Weights): number =>
  computeOutputs(of, weights, crossed).reduce(
    (hits, logit, row) => hits + (logit > 0 === (crossed.y[row] ?? 0) > 0.5 ? 1 : 0),
    0,
  ) / crossed.rows;

describe('training', () => {
  it('is deterministic per seed and rounds weights to a millionth', () => {
    const weights = trainNetwork(shape, crossed, options);
    expect(trainNetwork(shape, crossed, options)).toEqual(weights);
    expect(trainNetwork(shape, crossed, { ...options, seed: 'other' })).not.toEqual(weights);
    expect(weights.every((weight) => Math.round(weight * 1e6) / 1e6 === weight)).toBe(true);
    expect(weights).toHaveLength(getWeightOffsets(shape).count);
  });

  it('learns a nonlinear relation that a linear network cannot', () => {
    const long = { ...options, epochs: 60, rate: 0.02 };
    expect(computeHits(shape, trainNetwork(shape, crossed, long))).toBeGreaterThan(0.9);
    expect(computeHits(linear, trainNetwork(linear, crossed, long))).toBeLessThan(0.6);
  });

  it('recovers the weights of a logistic regression', () => {
    const truth = [0.8, -1.2, 0, 0.4];
    const soft = createDataset('soft', 2000, 4, (x) => [
      computeSigmoid(0.3 + x.reduce((sum, value, place) => sum + value * (truth[place] ?? 0), 0)),
    ]);
    const weights = trainNetwork(linear, soft, { ...options, epochs: 40, rate: 0.05, l2: 0 });
    for (const [place, value] of [...truth, 0.3].entries())
      expect(weights[place]).toBeCloseTo(value, 3);
  });

  it('reports each epoch and reduces the loss with more epochs', () => {
    const epochsReported: number[] = [];
    const lossAfter = (epochs: number): number => {
      const weights = trainNetwork(shape, crossed, {
        ...options,
        epochs,
        rate: 0.02,
        onEpoch: (epoch) => epochsReported.push(epoch),
      });
      const plan = buildBackwardPlan(buildPlan(shape));
      return Array.from({ length: crossed.rows }, (_, row) =>
        computeRowLoss(plan, weights, crossed, row),
      ).reduce((sum, loss) => sum + loss, 0);
    };
    expect(lossAfter(20)).toBeLessThan(lossAfter(1) * 0.8);
    expect(epochsReported).toEqual([...Array.from({ length: 20 }, (_, epoch) => epoch), 0]);
  });

  it('starts from inputs that are forecasts already', () => {
    const dataset = createDataset('given line', 1500, 2, (x, noise) => [
      3 * (x[0] ?? 0) + 0.1 * noise,
    ]);
    const value = {
      inputs: 2,
      hidden: [8, 4],
      heads: [{ kind: 'mse', name: 'value', target: 0 }],
    } as const;
    const computeError = (
      skips: readonly { input: number; head: number; weight: number }[],
    ): number => {
      const weights = trainNetwork(value, dataset, { ...options, epochs: 1, skips });
      const plan = buildPlan(value);
      const out = new Float64Array(1);
      return dataset.y.reduce((sum, target, row) => {
        runForward(plan, weights, dataset.x, 2 * row, out);
        return sum + ((out[0] ?? NaN) - target) ** 2 / dataset.rows;
      }, 0);
    };
    expect(computeError([{ input: 0, head: 0, weight: 3 }])).toBeLessThan(0.05);
    expect(computeError([])).toBeGreaterThan(1);
  });

  it('continues from given weights', () => {
    const weights = trainNetwork(shape, crossed, options);
    expect(trainNetwork(shape, crossed, { ...options, rate: 0, from: weights })).toEqual(weights);
    expect(() => trainNetwork(shape, crossed, { ...options, from: weights.subarray(1) })).toThrow(
      /to go on from/,
    );
  });

  it('rejects invalid input', () => {
    expect(() =>
      trainNetwork(shape, { ...crossed, x: replaceNumber(crossed.x, 9, NaN) }, options),
    ).toThrow(/input 1 of row 2 is no number/);
    expect(() => trainNetwork({ ...shape, inputs: 5 }, crossed, options)).toThrow(/5 inputs/);
    expect(() => trainNetwork({ ...shape, hidden: [8, 0] }, crossed, options)).toThrow(
      /two hidden layers or none/,
    );
    expect(() =>
      trainNetwork(
        { ...shape, heads: [{ kind: 'bce', name: 'far', target: 1 }] },
        crossed,
        options,
      ),
    ).toThrow(/target 1, a row has 1/);
    expect(() =>
      trainNetwork(
        { ...shape, heads: [{ kind: 'pinball', name: 'q', target: 0, quantile: 1 }] },
        crossed,
        options,
      ),
    ).toThrow(/between 0 and 1/);
    expect(() => trainNetwork(shape, crossed, { ...options, epochs: 0 })).toThrow(/epochs/);
  });
});
