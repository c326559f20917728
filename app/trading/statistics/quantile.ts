/** Quantiles: the value below which a given share of a sample lies. */
import type { Sample } from './sample';

/**
 * Quantiles at each share from 0 to 1, by linear interpolation between the two nearest (Hyndman and
 * Fan 1996, type 7); NaN of nothing.
 */
export function computeQuantiles(values: Sample, shares: readonly number[]): number[] {
  const sorted = new Float64Array(values).sort();
  return shares.map((share) => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)] ?? NaN;
    return below + (place % 1) * ((sorted[Math.ceil(place)] ?? NaN) - below);
  });
}

export const computeMedian = (values: Sample): number => computeQuantiles(values, [0.5])[0] ?? NaN;
