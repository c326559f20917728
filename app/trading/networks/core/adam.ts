/**
 * Steps downhill whose length follows the running mean and scatter of each weight's slope.
 *
 * Source: D. P. Kingma and J. Ba 2015, Adam: a method for stochastic optimization.
 */
import type { Weights } from './shape';

const DECAY_MEAN = 0.9;
const DECAY_SQUARE = 0.999;
const FLOOR = 1e-8;

interface Adam {
  /** The slopes of a batch's rows, summed by whoever computes them. */
  readonly gradient: Float64Array;
  /** Makes one step by the gradient that was summed over so many rows, and empties it. */
  take(rows: number, rate: number): void;
}

/**
 * Adam over these weights, which it changes in place; `l2` times a weight that is no bias is added
 * to its slope.
 */
export function createAdam(weights: Weights, isBias: Uint8Array, l2: number): Adam {
  const gradient = new Float64Array(weights.length);
  const mean = new Float64Array(weights.length);
  const square = new Float64Array(weights.length);
  let [meanLeft, squareLeft] = [1, 1];
  return {
    gradient,
    take(rows, rate) {
      meanLeft *= DECAY_MEAN;
      squareLeft *= DECAY_SQUARE;
      const length = rate / (1 - meanLeft);
      const scale = 1 / Math.sqrt(1 - squareLeft);
      for (let i = 0; i < weights.length; i += 1) {
        const weight = weights[i] ?? 0;
        const slope = (gradient[i] ?? 0) / rows + (isBias[i] === 1 ? 0 : l2 * weight);
        const m = (mean[i] = DECAY_MEAN * (mean[i] ?? 0) + (1 - DECAY_MEAN) * slope);
        const v = (square[i] =
          DECAY_SQUARE * (square[i] ?? 0) + (1 - DECAY_SQUARE) * slope * slope);
        weights[i] = weight - (length * m) / (Math.sqrt(v) * scale + FLOOR);
      }
      gradient.fill(0);
    },
  };
}
