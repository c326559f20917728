/**
 * Diebold-Mariano test: do two forecasts differ in loss?
 *
 * Sources: F. X. Diebold and R. S. Mariano 1995; small-sample correction of D. Harvey, S. Leybourne
 * and P. Newbold 1997, International Journal of Forecasting 13. The long-run variance uses Bartlett
 * weights (Newey and West 1987), which keep it positive.
 */
import { computeLongRunVariance } from './long-run-variance';
import { type Sample, computeMean } from './sample';
import { computeStudentTail } from './student-tail';

export interface DieboldMariano {
  /** Mean loss of the first minus that of the second; negative if the first is better. */
  readonly meanDifference: number;
  readonly statistic: number;
  /** Two-sided, by Student's distribution with n - 1 degrees of freedom; 0 to 1. */
  readonly pValue: number;
  readonly count: number;
}

/**
 * Losses of two forecasts of the same targets, one per forecast time, in time order. `lag` is the
 * number of steps over which differences are correlated, at least horizon - 1. Null under ten pairs
 * or if the differences are constant. Throws RangeError for unequal lengths or a non-finite loss.
 */
export function testDieboldMariano(
  first: Sample,
  second: Sample,
  lag: number,
): DieboldMariano | null {
  if (first.length !== second.length)
    throw new RangeError(
      `two forecasts are compared on the same targets, got ${first.length} and ${second.length} losses`,
    );
  const differences = Float64Array.from(first, (loss, index) => loss - (second[index] ?? NaN));
  const missing = differences.findIndex((value) => !Number.isFinite(value));
  if (missing >= 0)
    throw new RangeError(
      `loss ${missing} of one of the two is no number: leave the target out of both`,
    );
  const count = differences.length;
  if (count < PAIRS_MIN) return null;
  const meanDifference = computeMean(differences);
  const variance = computeLongRunVariance(differences, lag, meanDifference) / count;
  if (!(variance > 0)) return null;
  const horizon = lag + 1;
  const smallSampleFactor = Math.sqrt(
    Math.max(0, (count + 1 - 2 * horizon + (horizon * (horizon - 1)) / count) / count),
  );
  const statistic = (smallSampleFactor * meanDifference) / Math.sqrt(variance);
  return { meanDifference, statistic, pValue: computeStudentTail(statistic, count - 1), count };
}

const PAIRS_MIN = 10;
