import type { Sample } from './sample';

/**
 * Pearson's r over pairs with two finite values; NaN under two pairs or if one side is constant.
 * Throws RangeError for unequal lengths.
 */
export function computeCorrelation(a: Sample, b: Sample): number {
  if (a.length !== b.length)
    throw new RangeError(
      `a correlation takes two series of one length, got ${a.length} and ${b.length}`,
    );
  let [count, meanA, meanB, squaresA, squaresB, products] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    const x = a[i] ?? NaN;
    const y = b[i] ?? NaN;
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    // Welford's update (1962): one pass, numerically stable.
    count += 1;
    const apartA = x - meanA;
    const apartB = y - meanB;
    meanA += apartA / count;
    meanB += apartB / count;
    squaresA += apartA * (x - meanA);
    squaresB += apartB * (y - meanB);
    products += apartA * (y - meanB);
  }
  return count < 2 ? NaN : products / Math.sqrt(squaresA * squaresB);
}
