/**
 * The shape of a small network: how wide it is, what its outputs are trained for, and where each
 * weight lies.
 */

/**
 * What an output is trained for. `target` is a place in the row's targets; a NaN target leaves the
 * head out of the loss for that row.
 */
export type Head =
  /** Logit of a probability; target 0 to 1, soft labels allowed. */
  | { readonly kind: 'bce'; readonly name: string; readonly target: number }
  /** `mse`, `huber`: a value of order one (the trainer scales no targets). `qlike`: output and target are natural logarithms of a volatility, above zero and finite before the logarithm. */
  | { readonly kind: 'mse' | 'huber' | 'qlike'; readonly name: string; readonly target: number }
  /** The quantile of a value of order one, 0 < quantile < 1. */
  | {
      readonly kind: 'pinball';
      readonly name: string;
      readonly target: number;
      readonly quantile: number;
    };

/**
 * inputs -> hidden[0] tanh -> hidden[1] tanh -> one output a head, beside a linear skip from every
 * input to every output.
 * Hidden widths [0, 0] leave the skip alone: a linear or logistic regression, the baseline that a
 * wider network nests.
 */
export interface NetworkShape {
  /** Scaled inputs, flags of missing ones among them. */
  readonly inputs: number;
  readonly hidden: readonly [number, number];
  readonly heads: readonly Head[];
}

/**
 * Rows side by side, row-major. Raw features may be NaN where they are missing; what a network is
 * trained on is scaled and has none.
 */
export interface Dataset {
  readonly rows: number;
  readonly inputs: number;
  readonly targets: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** All weights of a network in one array, in the order of `getWeightPlaces`. */
export type Weights = Float64Array;

/**
 * Where each block of weights begins; every matrix is row-major with one row for each unit that it
 * feeds.
 */
export interface WeightPlaces {
  readonly first: number;
  readonly firstBias: number;
  readonly second: number;
  readonly secondBias: number;
  readonly last: number;
  readonly skip: number;
  readonly lastBias: number;
  /** How many weights there are. */
  readonly count: number;
}

/**
 * The places of all weights. Throws RangeError for a shape without inputs or heads, with one hidden
 * layer only, or with a quantile outside (0, 1).
 */
export function getWeightPlaces(shape: NetworkShape): WeightPlaces {
  checkShape(shape);
  const {
    inputs,
    hidden: [wide, narrow],
    heads,
  } = shape;
  const firstBias = wide * inputs;
  const second = firstBias + wide;
  const secondBias = second + narrow * wide;
  const last = secondBias + narrow;
  const skip = last + heads.length * narrow;
  const lastBias = skip + heads.length * inputs;
  return {
    first: 0,
    firstBias,
    second,
    secondBias,
    last,
    skip,
    lastBias,
    count: lastBias + heads.length,
  };
}

function checkShape({ inputs, hidden, heads }: NetworkShape): void {
  const [wide, narrow] = hidden;
  for (const [name, count, least] of [
    ['inputs', inputs, 1],
    ['first hidden units', wide, 0],
    ['second hidden units', narrow, 0],
    ['heads', heads.length, 1],
  ] as const) {
    if (!Number.isSafeInteger(count) || count < least)
      throw new RangeError(`a network needs a whole number of ${name} from ${least}, got ${count}`);
  }
  if ((wide === 0) !== (narrow === 0))
    throw new RangeError(
      `a network has two hidden layers or none, got ${wide} and ${narrow} units`,
    );
  for (const head of heads) {
    if (!Number.isSafeInteger(head.target) || head.target < 0)
      throw new RangeError(
        `head ${head.name} is trained for target ${head.target}, which is no place in a row`,
      );
    if (head.kind === 'pinball' && !(head.quantile > 0 && head.quantile < 1))
      throw new RangeError(
        `head ${head.name} asks for quantile ${head.quantile}: it lies between 0 and 1`,
      );
  }
}
