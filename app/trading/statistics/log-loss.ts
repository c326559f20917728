/** The mean surprise of what became of chances. */
import type { Sample } from './sample';

/**
 * Mean of -(y ln p + (1 - y) ln(1 - p)) in nats (I. J. Good 1952); ln 2 = 0.6931 for a coin, NaN of
 * nothing. Throws RangeError for unequal lengths and a chance not between 0 and 1.
 */
export function logLoss(chances: Sample, outcomes: Sample): number {
  if (chances.length !== outcomes.length)
    throw new RangeError(
      `each chance needs its outcome, got ${chances.length} and ${outcomes.length}`,
    );
  let sum = 0;
  for (let row = 0; row < chances.length; row += 1) {
    const chance = chances[row] ?? NaN;
    if (!(chance > 0 && chance < 1))
      throw new RangeError(`chance ${row} does not lie between 0 and 1: ${chance}`);
    const outcome = outcomes[row] ?? NaN;
    sum -= outcome * Math.log(chance) + (1 - outcome) * Math.log1p(-chance);
  }
  return sum / chances.length;
}
