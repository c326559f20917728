import { type Sample, computeCentralMoment, computeMean } from './sample';

/**
 * Autocorrelation at a lag: sum of (x_t - mean)(x_t+lag - mean) / n, divided by the variance with
 * divisor n (Box and Jenkins, Time Series Analysis, 1970). NaN for constant values. Throws
 * RangeError unless the lag is an integer from 1 to n - 1.
 */
export function computeAutocorrelation(values: Sample, lag: number): number {
  if (!Number.isInteger(lag) || lag < 1 || lag >= values.length)
    throw new RangeError(`a lag lies between 1 and ${values.length - 1}, got ${lag}`);
  const mean = computeMean(values);
  let sum = 0;
  for (let i = lag; i < values.length; i += 1)
    sum += ((values[i] ?? NaN) - mean) * ((values[i - lag] ?? NaN) - mean);
  return sum / values.length / computeCentralMoment(values, 2);
}
