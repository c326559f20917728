/** A sample of numbers: its mean, its scatter, the values that are there at all. */

/** Numbers in order. Series that are compared day by day mark a missing day with NaN. */
export type Sample = ArrayLike<number>;

/** The values that are numbers, in order. */
export function listPresent(values: Sample): Float64Array {
  const kept = new Float64Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? NaN;
    if (Number.isFinite(value)) kept[count++] = value;
  }
  return kept.subarray(0, count);
}

/** Arithmetic mean; NaN of nothing. */
export function computeMean(values: Sample): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? NaN;
  return sum / values.length;
}

/** The mean of (x - mean)^power with divisor n; NaN of nothing. */
export function centralMoment(values: Sample, power: number): number {
  const mean = computeMean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += ((values[i] ?? NaN) - mean) ** power;
  return sum / values.length;
}

/** Sample standard deviation, divisor n - 1; NaN under two values. */
export const computeDeviation = (values: Sample): number =>
  values.length < 2
    ? NaN
    : Math.sqrt((centralMoment(values, 2) * values.length) / (values.length - 1));

/** Standard error of the mean of independent values: deviation / sqrt(n); NaN under two. */
export const standardError = (values: Sample): number =>
  computeDeviation(values) / Math.sqrt(values.length);
