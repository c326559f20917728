/**
 * Confidence intervals of mean and Sharpe ratio by stationary block bootstrap.
 *
 * Source: D. N. Politis and J. P. Romano 1994, The stationary bootstrap, Journal of the American
 * Statistical Association 89.
 */
import type { Random } from '../ports';
import { computeQuantiles } from '../statistics/quantile';
import { computeMean } from '../statistics/sample';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

interface BootstrapIntervals {
  /** Per return. */
  readonly mean: Interval;
  /** Mean / standard deviation of one return. */
  readonly sharpe: Interval;
  readonly draws: number;
  /** Mean block length in returns. */
  readonly blockLength: number;
}

interface ResampleOptions {
  readonly draws?: number;
  /** Confidence level, 0 to 1. */
  readonly level?: number;
  /** Mean block length in returns; default: cube root of their number. */
  readonly blockLength?: number;
}

const DRAWS = 1000;
const LEVEL = 0.9;
const STREAM = 'resample';

/**
 * Percentile intervals of mean and Sharpe ratio per return. Each draw joins blocks of geometric
 * length from random starts up to the length of the record. Null under two returns or if they are
 * constant. Throws RangeError for non-finite returns, no draws, a level outside (0, 1) or blocks
 * shorter than one return.
 */
export function resampleReturns(
  returns: ArrayLike<number>,
  random: Random,
  options: ResampleOptions = {},
): BootstrapIntervals | null {
  const {
    draws = DRAWS,
    level = LEVEL,
    blockLength = Math.max(1, Math.cbrt(returns.length)),
  } = options;
  assertOptions({ draws, level, blockLength });
  if (returns.length < 2 || Array.from(returns).every((value) => value === returns[0])) return null;
  const { mean, deviation } = drawSamples(returns, random, draws, blockLength);
  const levels = [(1 - level) / 2, (1 + level) / 2];
  const [meanLow = NaN, meanHigh = NaN] = computeQuantiles(mean, levels);
  // A draw that repeats one return has no ratio.
  const ratios = mean
    .map((value, draw) => value / (deviation[draw] ?? NaN))
    .filter(Number.isFinite);
  const [low = NaN, high = NaN] = computeQuantiles(ratios, levels);
  return { mean: { low: meanLow, high: meanHigh }, sharpe: { low, high }, draws, blockLength };
}

function assertOptions({ draws, level, blockLength }: Required<ResampleOptions>): void {
  if (!Number.isInteger(draws) || draws < 1)
    throw new RangeError(`a bootstrap takes at least one draw, got ${draws}`);
  if (!(level > 0 && level < 1))
    throw new RangeError(`the level of an interval lies between 0 and 1, got ${level}`);
  if (!(blockLength >= 1))
    throw new RangeError(`blocks are at least one return long, got ${blockLength}`);
}

interface Draws {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

function drawSamples(
  returns: ArrayLike<number>,
  random: Random,
  draws: number,
  blockLength: number,
): Draws {
  const count = returns.length;
  const center = computeMean(returns);
  const { sums, squares } = computeRunningSums(returns, center);
  const result = { mean: new Float64Array(draws), deviation: new Float64Array(draws) };
  let step = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    let [sum, square] = [0, 0];
    for (let remaining = count; remaining > 0; ) {
      // One uniform gives both: its leading digits choose the start, the rest the length.
      const draft = random.uniform(STREAM, step++) * count;
      const start = Math.floor(draft);
      const length = Math.min(remaining, drawGeometric(draft - start, blockLength));
      sum += (sums[start + length] ?? NaN) - (sums[start] ?? NaN);
      square += (squares[start + length] ?? NaN) - (squares[start] ?? NaN);
      remaining -= length;
    }
    result.mean[draw] = center + sum / count;
    result.deviation[draw] = Math.sqrt(Math.max(0, square - (sum * sum) / count) / (count - 1));
  }
  return result;
}

/** Geometric block length: 1, 2, ... with probability p (1 - p)^(length - 1), p = 1 / mean. */
const drawGeometric = (uniform: number, mean: number): number =>
  mean <= 1 ? 1 : 1 + Math.floor(Math.log1p(-uniform) / Math.log1p(-1 / mean));

/**
 * Prefix sums over the series repeated once, so that the sum of any wrapped block takes two
 * look-ups.
 */
function computeRunningSums(
  returns: ArrayLike<number>,
  center: number,
): { readonly sums: Float64Array; readonly squares: Float64Array } {
  const count = returns.length;
  const sums = new Float64Array(2 * count + 1);
  const squares = new Float64Array(2 * count + 1);
  for (let i = 0; i < 2 * count; i += 1) {
    const value = (returns[i % count] ?? NaN) - center;
    if (!Number.isFinite(value))
      throw new RangeError(
        'a bootstrap takes returns that are numbers: leave the others out first',
      );
    sums[i + 1] = (sums[i] ?? NaN) + value;
    squares[i + 1] = (squares[i] ?? NaN) + value * value;
  }
  return { sums, squares };
}
