import type { Sample } from './sample';

/**
 * Fraction of outcomes within their interval, ends included, 0 to 1; NaN without rows. Throws
 * RangeError for unequal lengths, or an interval with its low end above its high end.
 */
export function computeCoverage(low: Sample, high: Sample, outcomes: Sample): number {
  if (low.length !== outcomes.length || high.length !== outcomes.length)
    throw new RangeError(
      `each outcome needs its band, got ${low.length}, ${high.length} and ${outcomes.length}`,
    );
  let insideCount = 0;
  for (let row = 0; row < outcomes.length; row += 1) {
    const [bottom = NaN, top = NaN, outcome = NaN] = [low[row], high[row], outcomes[row]];
    if (!(bottom <= top))
      throw new RangeError(`the band of row ${row} goes from ${bottom} to ${top}`);
    if (outcome >= bottom && outcome <= top) insideCount += 1;
  }
  return insideCount / outcomes.length;
}
