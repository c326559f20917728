import type { Sample } from './sample';

/**
 * Log loss: mean of -(y ln p + (1 - y) ln(1 - p)) in nats (I. J. Good 1952); ln 2 = 0.6931 for p =
 * 0.5, NaN without rows. Throws RangeError for unequal lengths or a probability not strictly
 * between 0 and 1.
 */
export function computeMeanLogLoss(probabilities: Sample, outcomes: Sample): number {
  if (probabilities.length !== outcomes.length)
    throw new RangeError(
      `each chance needs its outcome, got ${probabilities.length} and ${outcomes.length}`,
    );
  let sum = 0;
  for (let row = 0; row < probabilities.length; row += 1) {
    const probability = probabilities[row] ?? NaN;
    if (!(probability > 0 && probability < 1))
      throw new RangeError(`chance ${row} does not lie between 0 and 1: ${probability}`);
    const outcome = outcomes[row] ?? NaN;
    sum -= outcome * Math.log(probability) + (1 - outcome) * Math.log1p(-probability);
  }
  return sum / probabilities.length;
}
