/** Shape of a network: widths, heads and memory layout of the weights. */

/**
 * Training objective of an output. `target` is an index into the row's targets; a NaN target
 * excludes the head from the row's loss.
 */
export type Head =
  /** Logit of a probability; target 0 to 1, soft labels allowed. */
  | { readonly kind: 'bce'; readonly name: string; readonly target: number }
  /**
   * `mse`, `huber`: a value of order one (targets are not scaled). `qlike`: output and target are
   * natural logs of a positive volatility.
   */
  | { readonly kind: 'mse' | 'huber' | 'qlike'; readonly name: string; readonly target: number }
  /** A quantile of a value of order one, 0 < quantile < 1. */
  | {
      readonly kind: 'pinball';
      readonly name: string;
      readonly target: number;
      readonly quantile: number;
    };

/**
 * inputs -> hidden[0] tanh -> hidden[1] tanh -> one output per head, plus a linear skip from every
 * input to every output. Hidden widths [0, 0] leave only the skip: a linear or logistic regression.
 */
export interface NetworkShape {
  /** Scaled inputs including missing flags. */
  readonly inputs: number;
  readonly hidden: readonly [number, number];
  readonly heads: readonly Head[];
}

/** Rows in row-major order. Raw features may be NaN; scaled training data may not. */
export interface Dataset {
  readonly rows: number;
  readonly inputs: number;
  readonly targets: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** All weights of a network in one array, laid out by `getWeightOffsets`. */
export type Weights = Float64Array;

/** Offset of each weight block; matrices are row-major with one row per output unit. */
export interface WeightOffsets {
  readonly first: number;
  readonly firstBias: number;
  readonly second: number;
  readonly secondBias: number;
  readonly last: number;
  readonly skip: number;
  readonly lastBias: number;
  /** Total number of weights. */
  readonly count: number;
}

/**
 * Throws RangeError for a shape without inputs or heads, with only one hidden layer, or with a
 * quantile outside (0, 1).
 */
export function getWeightOffsets(shape: NetworkShape): WeightOffsets {
  assertShape(shape);
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

function assertShape({ inputs, hidden, heads }: NetworkShape): void {
  const [wide, narrow] = hidden;
  for (const [name, count, min] of [
    ['inputs', inputs, 1],
    ['first hidden units', wide, 0],
    ['second hidden units', narrow, 0],
    ['heads', heads.length, 1],
  ] as const) {
    if (!Number.isSafeInteger(count) || count < min)
      throw new RangeError(`a network needs a whole number of ${name} from ${min}, got ${count}`);
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
