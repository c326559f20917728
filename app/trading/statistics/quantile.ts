import type { Sample } from './sample';

/**
 * Quantiles at levels from 0 to 1 by linear interpolation (Hyndman and Fan 1996, type 7); NaN
 * without values.
 */
export function computeQuantiles(values: Sample, levels: readonly number[]): number[] {
  const sorted = new Float64Array(values).sort();
  return levels.map((level) => {
    const rank = level * (sorted.length - 1);
    const below = sorted[Math.floor(rank)] ?? NaN;
    return below + (rank % 1) * ((sorted[Math.ceil(rank)] ?? NaN) - below);
  });
}

/**
 * Middle value, or the mean of the two middle values; NaN without values. The median of negated
 * values is exactly the negated median, which interpolation does not guarantee.
 */
export function computeMedian(values: Sample): number {
  const sorted = new Float64Array(values).sort();
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
