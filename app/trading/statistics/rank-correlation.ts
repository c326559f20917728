/** Rank correlation: whether two series order the same things alike, whatever their scale. */
import { rank } from 'd3-array';
import { computeCorrelation } from './correlation';
import { type Sample, computeMean } from './sample';

/**
 * Spearman's rho: Pearson's r of the mean ranks; NaN when one side does not vary. Throws RangeError
 * for unequal lengths or a missing value.
 */
export function computeRankCorrelation(a: Sample, b: Sample): number {
  return computeCorrelation(meanRanks(a), meanRanks(b));
}

/** Ranks from 0; equal values share the mean of the ranks that they take up. */
function meanRanks(values: Sample): Float64Array {
  const list = Array.from(values);
  if (!list.every(Number.isFinite)) throw new RangeError('a rank correlation takes numbers only');
  const lowest = rank(list);
  const highest = rank(list.map((value) => -value)).map((down) => list.length - 1 - down);
  return lowest.map((low, index) => computeMean([low, highest[index] ?? NaN]));
}
