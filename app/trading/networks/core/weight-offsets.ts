import type { NetworkShape } from './shape';

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
