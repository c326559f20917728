/**
 * Long-run variance of an autocorrelated series.
 *
 * Source: W. K. Newey and K. D. West 1987, Econometrica 55 (Bartlett weights).
 */
import type { Sample } from './sample';

/**
 * Variance plus twice the autocovariances to `lag`, weighted 1 - k / (lag + 1), with divisor n, of
 * values with mean `mean`; never negative. The variance of their mean is this / n. Lag 0 assumes
 * independence. Throws RangeError unless the lag is an integer from 0 to n - 1.
 */
export function computeLongRunVariance(values: Sample, lag: number, mean: number): number {
  if (!Number.isInteger(lag) || lag < 0 || lag >= values.length)
    throw new RangeError(`a lag lies between 0 and ${values.length - 1}, got ${lag}`);
  let total = 0;
  for (let k = 0; k <= lag; k += 1) {
    let sum = 0;
    for (let i = k; i < values.length; i += 1)
      sum += ((values[i] ?? NaN) - mean) * ((values[i - k] ?? NaN) - mean);
    total += (k === 0 ? 1 : 2 * (1 - k / (lag + 1))) * sum;
  }
  return total / values.length;
}

/** Default lag: integer part of 4 (n / 100)^(2/9) (Newey and West 1994). */
export const computeDefaultLag = (count: number): number =>
  Math.min(Math.max(0, count - 1), Math.floor(4 * (count / 100) ** (2 / 9)));
