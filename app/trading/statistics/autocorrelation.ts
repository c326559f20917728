/** Autocorrelation: how much a series resembles itself some steps before. */
import { type Sample, centralMoment, computeMean } from './sample';

/**
 * Sum of (x_t - mean)(x_t+lag - mean) over n, divided by the variance with divisor n (Box and
 * Jenkins, Time Series Analysis, 1970).
 * NaN when nothing varies. Throws RangeError for a lag that is no whole number from 1 to n - 1.
 */
export function computeAutocorrelation(values: Sample, lag: number): number {
  if (!Number.isInteger(lag) || lag < 1 || lag >= values.length)
    throw new RangeError(`a lag lies between 1 and ${values.length - 1}, got ${lag}`);
  const mean = computeMean(values);
  let sum = 0;
  for (let i = lag; i < values.length; i += 1)
    sum += ((values[i] ?? NaN) - mean) * ((values[i - lag] ?? NaN) - mean);
  return sum / values.length / centralMoment(values, 2);
}
