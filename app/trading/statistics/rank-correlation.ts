import { rank } from 'd3-array';
import { computeCorrelation } from './correlation';
import { type Sample, computeMean } from './sample';

/**
 * Spearman's rho: Pearson's r of mean ranks; NaN if one side is constant. Throws RangeError for
 * unequal lengths or a missing value.
 */
export function computeRankCorrelation(a: Sample, b: Sample): number {
  return computeCorrelation(computeMeanRanks(a), computeMeanRanks(b));
}

/** Ranks from 0; ties share their mean rank. */
function computeMeanRanks(values: Sample): Float64Array {
  const list = Array.from(values);
  if (!list.every(Number.isFinite)) throw new RangeError('a rank correlation takes numbers only');
  const lowest = rank(list);
  const highest = rank(list.map((value) => -value)).map((down) => list.length - 1 - down);
  return lowest.map((low, index) => computeMean([low, highest[index] ?? NaN]));
}
