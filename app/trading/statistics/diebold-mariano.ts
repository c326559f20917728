/**
 * The test of two forecasts against each other: is the difference of their losses more than chance?
 *
 * Sources: F. X. Diebold and R. S. Mariano 1995; small samples after D. Harvey, S. Leybourne and P.
 * Newbold 1997, International Journal of
 * Forecasting 13. The long-run variance has Bartlett weights (Newey and West 1987), which keep it
 * above zero.
 */
import { longRunVariance } from './long-run-variance';
import { type Sample, computeMean } from './sample';
import { studentTail } from './student-tail';

export interface DieboldMariano {
  /** Mean loss of the first less that of the second: below zero where the first is better. */
  readonly meanDifference: number;
  readonly statistic: number;
  /** Two-sided, by Student's distribution with n - 1 degrees of freedom; 0 to 1. */
  readonly pValue: number;
  readonly count: number;
}

/**
 * Losses of two forecasts of the same targets, one a forecast moment in order of time; `lag` is up
 * to which step differences may be alike, horizon
 * less one at least. Null under ten pairs or where the differences do not vary. Throws RangeError
 * for unequal lengths and a loss that is no number.
 */
export function dieboldMariano(first: Sample, second: Sample, lag: number): DieboldMariano | null {
  if (first.length !== second.length)
    throw new RangeError(
      `two forecasts are compared on the same targets, got ${first.length} and ${second.length} losses`,
    );
  const differences = Float64Array.from(first, (loss, place) => loss - (second[place] ?? NaN));
  const missing = differences.findIndex((value) => !Number.isFinite(value));
  if (missing >= 0)
    throw new RangeError(
      `loss ${missing} of one of the two is no number: leave the target out of both`,
    );
  const count = differences.length;
  if (count < PAIRS_MIN) return null;
  const meanDifference = computeMean(differences);
  const variance = longRunVariance(differences, lag, meanDifference) / count;
  if (!(variance > 0)) return null;
  const horizon = lag + 1;
  const shrunk = Math.sqrt(
    Math.max(0, (count + 1 - 2 * horizon + (horizon * (horizon - 1)) / count) / count),
  );
  const statistic = (shrunk * meanDifference) / Math.sqrt(variance);
  return { meanDifference, statistic, pValue: studentTail(statistic, count - 1), count };
}

const PAIRS_MIN = 10;
