/** How many outcomes lay inside their bands. */
import type { Sample } from './sample';

/**
 * Share of outcomes from `low` to `high`, ends included, 0 to 1; NaN of nothing. Throws RangeError
 * for unequal lengths and a band whose low end is above its high one.
 */
export function computeCoverage(low: Sample, high: Sample, outcomes: Sample): number {
  if (low.length !== outcomes.length || high.length !== outcomes.length)
    throw new RangeError(
      `each outcome needs its band, got ${low.length}, ${high.length} and ${outcomes.length}`,
    );
  let inside = 0;
  for (let row = 0; row < outcomes.length; row += 1) {
    const [bottom = NaN, top = NaN, outcome = NaN] = [low[row], high[row], outcomes[row]];
    if (!(bottom <= top))
      throw new RangeError(`the band of row ${row} goes from ${bottom} to ${top}`);
    if (outcome >= bottom && outcome <= top) inside += 1;
  }
  return inside / outcomes.length;
}
