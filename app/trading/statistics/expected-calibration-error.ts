/** How far chances lie from what became of them, on average. */
import { RELIABILITY_CLASSES, computeReliability } from './reliability';
import type { Sample } from './sample';

/**
 * Mean over rows of |mean chance - mean outcome| of each row's class of equal width (M. P. Naeini,
 * G. F. Cooper and M. Hauskrecht 2015); 0 to 1, NaN of nothing. Throws as `computeReliability`
 * does.
 */
export function expectedCalibrationError(
  chances: Sample,
  outcomes: Sample,
  classes: number = RELIABILITY_CLASSES,
): number {
  const held = computeReliability(chances, outcomes, classes).filter(({ rows }) => rows > 0);
  return chances.length === 0
    ? NaN
    : held.reduce(
        (sum, { rows, meanChance, meanOutcome }) => sum + rows * Math.abs(meanChance - meanOutcome),
        0,
      ) / chances.length;
}
