/**
 * Brier score and its decomposition.
 *
 * Sources: G. W. Brier 1950; A. H. Murphy 1973, Journal of Applied Meteorology 12 (three
 * components); D. B. Stephenson, C. A. S. Coelho and I. T. Jolliffe 2008 (within-bin component).
 */
import { computeReliability, RELIABILITY_CLASSES } from './reliability';
import { type Sample, computeMean } from './sample';

interface BrierParts {
  readonly score: number;
  /** Cost of miscalibration; 0 is perfect. */
  readonly reliability: number;
  /** Gain from distinguishing cases; 0 for a constant probability. */
  readonly resolution: number;
  /** Score of the constant base rate. */
  readonly uncertainty: number;
  /**
   * score - reliability + resolution - uncertainty; zero if each bin holds a single probability.
   */
  readonly withinClasses: number;
}

/**
 * Mean of (probability - outcome)^2, 0 is best; NaN without rows. Throws RangeError for unequal
 * lengths.
 */
export function computeBrierScore(probabilities: Sample, outcomes: Sample): number {
  if (probabilities.length !== outcomes.length)
    throw new RangeError(
      `each chance needs its outcome, got ${probabilities.length} and ${outcomes.length}`,
    );
  let sum = 0;
  for (let row = 0; row < probabilities.length; row += 1)
    sum += ((probabilities[row] ?? NaN) - (outcomes[row] ?? NaN)) ** 2;
  return sum / probabilities.length;
}

/**
 * Decomposes the score over bins of equal width. Outcomes are 0 or 1. Throws as
 * `computeReliability` does.
 */
export function decomposeBrierScore(
  probabilities: Sample,
  outcomes: Sample,
  classes: number = RELIABILITY_CLASSES,
): BrierParts {
  const score = computeBrierScore(probabilities, outcomes);
  const base = computeMean(outcomes);
  let [reliability, resolution] = [0, 0];
  for (const { rows, meanProbability, meanOutcome } of computeReliability(
    probabilities,
    outcomes,
    classes,
  )) {
    if (rows === 0) continue;
    reliability += (rows * (meanProbability - meanOutcome) ** 2) / probabilities.length;
    resolution += (rows * (meanOutcome - base) ** 2) / probabilities.length;
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
