/** Basic statistics of a sample. */

/** Numbers in order. Daily series mark a missing day with NaN. */
export type Sample = ArrayLike<number>;

/** The finite values, in order. */
export function listFinite(values: Sample): Float64Array {
  const finite = new Float64Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? NaN;
    if (Number.isFinite(value)) finite[count++] = value;
  }
  return finite.subarray(0, count);
}

/** Arithmetic mean; NaN without values. */
export function computeMean(values: Sample): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? NaN;
  return sum / values.length;
}

/** Sum in order; null where a value is missing, since the sum of the others would be too small. */
export const sumValues = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );

/** Mean of (x - mean)^power with divisor n; NaN without values. */
export function computeCentralMoment(values: Sample, power: number): number {
  const mean = computeMean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += ((values[i] ?? NaN) - mean) ** power;
  return sum / values.length;
}

/** Sample standard deviation, divisor n - 1; NaN under two values. */
export const computeDeviation = (values: Sample): number =>
  values.length < 2
    ? NaN
    : Math.sqrt((computeCentralMoment(values, 2) * values.length) / (values.length - 1));

/**
 * Standard error of the mean of independent values: standard deviation / sqrt(n); NaN under two.
 */
export const computeStandardError = (values: Sample): number =>
  computeDeviation(values) / Math.sqrt(values.length);
