import { RELIABILITY_CLASSES, computeReliability } from './reliability';
import type { Sample } from './sample';

/**
 * Expected calibration error: mean over rows of abs(mean probability - mean outcome) of the row's
 * bin of equal width (M. P. Naeini, G. F. Cooper and M. Hauskrecht 2015); 0 to 1, NaN without rows.
 * Throws as `computeReliability` does.
 */
export function computeExpectedCalibrationError(
  probabilities: Sample,
  outcomes: Sample,
  classes: number = RELIABILITY_CLASSES,
): number {
  const filledClasses = computeReliability(probabilities, outcomes, classes).filter(
    ({ rows }) => rows > 0,
  );
  return probabilities.length === 0
    ? NaN
    : filledClasses.reduce(
        (sum, { rows, meanProbability, meanOutcome }) =>
          sum + rows * Math.abs(meanProbability - meanOutcome),
        0,
      ) / probabilities.length;
}
