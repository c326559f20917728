/** Forward pass of a network for one row of scaled inputs. */
import { addMultiplied, multiplyMatrix } from './kernels';
import type { NetworkShape, Weights } from './shape';
import { type WeightOffsets, getWeightOffsets } from './weight-offsets';

/** Hidden units of one row; backpropagation reads them. */
export interface Hidden {
  readonly wide: Float64Array;
  readonly narrow: Float64Array;
}

const createHidden = ({ hidden: [wide, narrow] }: NetworkShape): Hidden => ({
  wide: new Float64Array(wide),
  narrow: new Float64Array(narrow),
});

/** Precomputed offsets and buffers of a shape, reused for every row. */
export interface Plan {
  readonly shape: NetworkShape;
  readonly offsets: WeightOffsets;
  readonly hidden: Hidden;
}

export const buildPlan = (shape: NetworkShape): Plan => ({
  shape,
  offsets: getWeightOffsets(shape),
  hidden: createHidden(shape),
});

/**
 * Outputs of the row at `xAt`, one per head: logit, value, log volatility or quantile. Stores the
 * hidden units in the plan.
 */
export function runForward(
  { shape, offsets, hidden }: Plan,
  weights: Weights,
  x: Float64Array,
  xAt: number,
  out: Float64Array,
): void {
  const {
    inputs,
    hidden: [wide, narrow],
    heads,
  } = shape;
  if (wide === 0)
    return multiplyMatrix(
      weights,
      offsets.skip,
      offsets.lastBias,
      x,
      xAt,
      inputs,
      out,
      heads.length,
    );
  multiplyMatrix(weights, offsets.first, offsets.firstBias, x, xAt, inputs, hidden.wide, wide);
  for (let i = 0; i < wide; i += 1) hidden.wide[i] = Math.tanh(hidden.wide[i] ?? 0);
  multiplyMatrix(
    weights,
    offsets.second,
    offsets.secondBias,
    hidden.wide,
    0,
    wide,
    hidden.narrow,
    narrow,
  );
  for (let i = 0; i < narrow; i += 1) hidden.narrow[i] = Math.tanh(hidden.narrow[i] ?? 0);
  multiplyMatrix(
    weights,
    offsets.last,
    offsets.lastBias,
    hidden.narrow,
    0,
    narrow,
    out,
    heads.length,
  );
  addMultiplied(weights, offsets.skip, x, xAt, inputs, out, heads.length);
}
