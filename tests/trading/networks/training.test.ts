// What training promises: the same bits from the same seed, and what can be learnt is learnt.
import { describe, expect, it } from 'vitest';
import { buildBackwardPlan, rowLoss } from '../../../app/trading/networks/core/backward';
import { runForward, buildPlan } from '../../../app/trading/networks/core/forward';
import { computeSigmoid } from '../../../app/trading/networks/core/losses';
import {
  type Dataset,
  type NetworkShape,
  type Weights,
  getWeightPlaces,
} from '../../../app/trading/networks/core/shape';
import { TRAIN_DEFAULTS, trainNetwork } from '../../../app/trading/networks/core/train';
import { madeDataset, withNumber } from '../../support/network-data';

const shape: NetworkShape = {
  inputs: 4,
  hidden: [8, 4],
  heads: [{ kind: 'bce', name: 'up', target: 0 }],
};
const linear: NetworkShape = { ...shape, hidden: [0, 0] };
/** The sign of a product: nothing linear can tell it. */
const crossed = madeDataset('crossed', 1500, 4, (x) => [(x[0] ?? 0) * (x[1] ?? 0) > 0 ? 1 : 0]);
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
  it('gives the same bits again, other bits for another seed, and millionths', () => {
    const weights = trainNetwork(shape, crossed, options);
    expect(trainNetwork(shape, crossed, options)).toEqual(weights);
    expect(trainNetwork(shape, crossed, { ...options, seed: 'other' })).not.toEqual(weights);
    expect(weights.every((weight) => Math.round(weight * 1e6) / 1e6 === weight)).toBe(true);
    expect(weights).toHaveLength(getWeightPlaces(shape).count);
  });

  it('learns what no line can tell, and a line does not', () => {
    const long = { ...options, epochs: 60, rate: 0.02 };
    expect(computeHits(shape, trainNetwork(shape, crossed, long))).toBeGreaterThan(0.9);
    expect(computeHits(linear, trainNetwork(linear, crossed, long))).toBeLessThan(0.6);
  });

  it('finds the weights of a logistic regression', () => {
    const truth = [0.8, -1.2, 0, 0.4];
    const soft = madeDataset('soft', 2000, 4, (x) => [
      computeSigmoid(0.3 + x.reduce((sum, value, place) => sum + value * (truth[place] ?? 0), 0)),
    ]);
    const weights = trainNetwork(linear, soft, { ...options, epochs: 40, rate: 0.05, l2: 0 });
    for (const [place, value] of [...truth, 0.3].entries())
      expect(weights[place]).toBeCloseTo(value, 3);
  });

  it('tells of each epoch, and loses less the more of them there are', () => {
    const heard: number[] = [];
    const lossAfter = (epochs: number): number => {
      const weights = trainNetwork(shape, crossed, {
        ...options,
        epochs,
        rate: 0.02,
        onEpoch: (epoch) => heard.push(epoch),
      });
      const plan = buildBackwardPlan(buildPlan(shape));
      return Array.from({ length: crossed.rows }, (_, row) =>
        rowLoss(plan, weights, crossed, row),
      ).reduce((sum, loss) => sum + loss, 0);
    };
    expect(lossAfter(20)).toBeLessThan(lossAfter(1) * 0.8);
    expect(heard).toEqual([...Array.from({ length: 20 }, (_, epoch) => epoch), 0]);
  });

  it('starts from inputs that are forecasts already, and has nothing left to learn of them', () => {
    const told = madeDataset('told', 1500, 2, (x, noise) => [3 * (x[0] ?? 0) + 0.1 * noise]);
    const value = {
      inputs: 2,
      hidden: [8, 4],
      heads: [{ kind: 'mse', name: 'value', target: 0 }],
    } as const;
    const errorOf = (skips: readonly { input: number; head: number; weight: number }[]): number => {
      const weights = trainNetwork(value, told, { ...options, epochs: 1, skips });
      const plan = buildPlan(value);
      const out = new Float64Array(1);
      return told.y.reduce((sum, target, row) => {
        runForward(plan, weights, told.x, 2 * row, out);
        return sum + ((out[0] ?? NaN) - target) ** 2 / told.rows;
      }, 0);
    };
    expect(errorOf([{ input: 0, head: 0, weight: 3 }])).toBeLessThan(0.05);
    expect(errorOf([])).toBeGreaterThan(1);
  });

  it('goes on from weights that are there', () => {
    const weights = trainNetwork(shape, crossed, options);
    expect(trainNetwork(shape, crossed, { ...options, rate: 0, from: weights })).toEqual(weights);
    expect(() => trainNetwork(shape, crossed, { ...options, from: weights.subarray(1) })).toThrow(
      /to go on from/,
    );
  });

  it('refuses what it cannot train on', () => {
    expect(() =>
      trainNetwork(shape, { ...crossed, x: withNumber(crossed.x, 9, NaN) }, options),
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
