/** A network's answer to one row of scaled inputs. */
import { addMultiplied, multiplyMatrix } from './kernels';
import { type NetworkShape, type WeightPlaces, type Weights, getWeightPlaces } from './shape';

/** The hidden units of one row, kept for the way back. */
export interface Hidden {
  readonly wide: Float64Array;
  readonly narrow: Float64Array;
}

const createHidden = ({ hidden: [wide, narrow] }: NetworkShape): Hidden => ({
  wide: new Float64Array(wide),
  narrow: new Float64Array(narrow),
});

/** What a shape needs to be computed: asked for once, used for every row. */
export interface Plan {
  readonly shape: NetworkShape;
  readonly places: WeightPlaces;
  readonly hidden: Hidden;
}

export const buildPlan = (shape: NetworkShape): Plan => ({
  shape,
  places: getWeightPlaces(shape),
  hidden: createHidden(shape),
});

/**
 * Outputs of the row that begins at `xAt`, one a head: logits, values, logs of volatility,
 * quantiles. Leaves the hidden units in the plan.
 */
export function runForward(
  { shape, places, hidden }: Plan,
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
    return multiplyMatrix(weights, places.skip, places.lastBias, x, xAt, inputs, out, heads.length);
  multiplyMatrix(weights, places.first, places.firstBias, x, xAt, inputs, hidden.wide, wide);
  for (let i = 0; i < wide; i += 1) hidden.wide[i] = Math.tanh(hidden.wide[i] ?? 0);
  multiplyMatrix(
    weights,
    places.second,
    places.secondBias,
    hidden.wide,
    0,
    wide,
    hidden.narrow,
    narrow,
  );
  for (let i = 0; i < narrow; i += 1) hidden.narrow[i] = Math.tanh(hidden.narrow[i] ?? 0);
  multiplyMatrix(
    weights,
    places.last,
    places.lastBias,
    hidden.narrow,
    0,
    narrow,
    out,
    heads.length,
  );
  addMultiplied(weights, places.skip, x, xAt, inputs, out, heads.length);
}
