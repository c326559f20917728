/**
 * Adam optimizer.
 *
 * Source: D. P. Kingma and J. Ba 2015, Adam: a method for stochastic optimization.
 */
import type { Weights } from './shape';

const DECAY_MEAN = 0.9;
const DECAY_SQUARE = 0.999;
const FLOOR = 1e-8;

interface Adam {
  /** Gradient of the batch, summed over its rows by the caller. */
  readonly gradient: Float64Array;
  /** Applies one step for the gradient summed over `rows`, then clears it. */
  step(rows: number, rate: number): void;
}

/** Updates `weights` in place; `l2` times each non-bias weight is added to its gradient. */
export function createAdam(weights: Weights, isBias: Uint8Array, l2: number): Adam {
  const gradient = new Float64Array(weights.length);
  const mean = new Float64Array(weights.length);
  const square = new Float64Array(weights.length);
  let [meanBias, squareBias] = [1, 1];
  return {
    gradient,
    step(rows, rate) {
      meanBias *= DECAY_MEAN;
      squareBias *= DECAY_SQUARE;
      const length = rate / (1 - meanBias);
      const scale = 1 / Math.sqrt(1 - squareBias);
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
