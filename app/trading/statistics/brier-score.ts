/**
 * The mean squared error of chances, and of what it consists.
 *
 * Sources: G. W. Brier 1950; A. H. Murphy 1973, Journal of Applied Meteorology 12 (the three
 * parts), and D. B. Stephenson, C. A. S. Coelho and
 * I. T. Jolliffe 2008 (what remains inside classes of unlike chances).
 */
import { computeReliability, RELIABILITY_CLASSES } from './reliability';
import { type Sample, computeMean } from './sample';

interface BrierParts {
  readonly score: number;
  /** What chances that are not met cost; 0 is perfect. */
  readonly reliability: number;
  /** What telling days apart gains; 0 for one chance for all. */
  readonly resolution: number;
  /** The score of the mean outcome as the one chance. */
  readonly uncertainty: number;
  /** score - reliability + resolution - uncertainty: zero where a class holds one chance alone. */
  readonly withinClasses: number;
}

/** Mean of (chance - outcome)^2, 0 best; NaN of nothing. Throws RangeError for unequal lengths. */
export function brierScore(chances: Sample, outcomes: Sample): number {
  if (chances.length !== outcomes.length)
    throw new RangeError(
      `each chance needs its outcome, got ${chances.length} and ${outcomes.length}`,
    );
  let sum = 0;
  for (let row = 0; row < chances.length; row += 1)
    sum += ((chances[row] ?? NaN) - (outcomes[row] ?? NaN)) ** 2;
  return sum / chances.length;
}

/**
 * The score in parts over classes of equal width. Outcomes are 0 or 1. Throws as
 * `computeReliability` does.
 */
export function brierParts(
  chances: Sample,
  outcomes: Sample,
  classes: number = RELIABILITY_CLASSES,
): BrierParts {
  const score = brierScore(chances, outcomes);
  const base = computeMean(outcomes);
  let [reliability, resolution] = [0, 0];
  for (const { rows, meanChance, meanOutcome } of computeReliability(chances, outcomes, classes)) {
    if (rows === 0) continue;
    reliability += (rows * (meanChance - meanOutcome) ** 2) / chances.length;
    resolution += (rows * (meanOutcome - base) ** 2) / chances.length;
  }
  const uncertainty = base * (1 - base);
  return {
    score,
    reliability,
    resolution,
    uncertainty,
    withinClasses: score - reliability + resolution - uncertainty,
  };
}
