/**
 * How far mean and Sharpe ratio of a record might lie from what was measured: the stationary block
 * bootstrap.
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

interface Resampled {
  /** Of one return. */
  readonly mean: Interval;
  /** mean / deviation of one return. */
  readonly sharpe: Interval;
  readonly draws: number;
  /** Mean length of the blocks, in returns. */
  readonly blockLength: number;
}

interface ResampleOptions {
  readonly draws?: number;
  /** Share of cases in which the interval is meant to hold the truth, 0 to 1. */
  readonly level?: number;
  /** Mean length of a block in returns; the cube root of their number where it is not given. */
  readonly blockLength?: number;
}

const DRAWS = 1000;
const LEVEL = 0.9;
const STREAM = 'resample';

/**
 * Percentile intervals of the mean and the Sharpe ratio of one return. Each draw joins blocks of
 * geometric length from random starts until it
 * is as long as the record. Null under two returns or when they do not vary.
 * Throws RangeError for returns that are no number, no draws, a level outside (0, 1) or blocks
 * shorter than one return.
 */
export function resampleReturns(
  returns: ArrayLike<number>,
  random: Random,
  options: ResampleOptions = {},
): Resampled | null {
  const {
    draws = DRAWS,
    level = LEVEL,
    blockLength = Math.max(1, Math.cbrt(returns.length)),
  } = options;
  checkOptions({ draws, level, blockLength });
  if (returns.length < 2 || Array.from(returns).every((value) => value === returns[0])) return null;
  const { mean, deviation } = drawSamples(returns, random, draws, blockLength);
  const shares = [(1 - level) / 2, (1 + level) / 2];
  const [meanLow = NaN, meanHigh = NaN] = computeQuantiles(mean, shares);
  // A draw of one return again and again has no ratio.
  const ratios = mean
    .map((value, draw) => value / (deviation[draw] ?? NaN))
    .filter(Number.isFinite);
  const [low = NaN, high = NaN] = computeQuantiles(ratios, shares);
  return { mean: { low: meanLow, high: meanHigh }, sharpe: { low, high }, draws, blockLength };
}

function checkOptions({ draws, level, blockLength }: Required<ResampleOptions>): void {
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
  const { sums, squares } = runningSums(returns, center);
  const result = { mean: new Float64Array(draws), deviation: new Float64Array(draws) };
  let step = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    let [sum, square] = [0, 0];
    for (let left = count; left > 0; ) {
      // One uniform makes both: the digits that choose the start leave forty more for the length.
      const place = random.uniform(STREAM, step++) * count;
      const start = Math.floor(place);
      const length = Math.min(left, drawGeometric(place - start, blockLength));
      sum += (sums[start + length] ?? NaN) - (sums[start] ?? NaN);
      square += (squares[start + length] ?? NaN) - (squares[start] ?? NaN);
      left -= length;
    }
    result.mean[draw] = center + sum / count;
    result.deviation[draw] = Math.sqrt(Math.max(0, square - (sum * sum) / count) / (count - 1));
  }
  return result;
}

/**
 * Length of a block of the given mean: 1, 2, ... with chance p (1 - p)^(length - 1), p = 1 / mean.
 */
const drawGeometric = (uniform: number, mean: number): number =>
  mean <= 1 ? 1 : 1 + Math.floor(Math.log1p(-uniform) / Math.log1p(-1 / mean));

/**
 * Sums of what lies before each place, over the series joined to itself once: a block is then two
 * look-ups, however long.
 */
function runningSums(
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
