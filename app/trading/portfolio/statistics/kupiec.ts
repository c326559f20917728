/** Kupiec's test: were there as many days beyond a limit as the limit promised? */
import {
  type LikelihoodTest,
  likelihoodTest,
  logLikelihood,
} from '../../statistics/likelihood-ratio';

/**
 * Proportion of failures: -2 ln[(1 - p)^(T - x) p^x / ((1 - x/T)^(T - x) (x/T)^x)], chi-square with
 * one degree of freedom
 * (P. H. Kupiec 1995, Journal of Derivatives 3). `exceptions` are the days beyond, x of T; `share`
 * is p, what was promised, 0.01 for VaR 99 %.
 * Null without days. Throws RangeError when the counts do not fit together or the share lies
 * outside (0, 1).
 */
export function kupiecTest(exceptions: number, days: number, share: number): LikelihoodTest | null {
  if (!(share > 0 && share < 1))
    throw new RangeError(`the promised share of days lies between 0 and 1, got ${share}`);
  if (
    !Number.isInteger(days) ||
    !Number.isInteger(exceptions) ||
    exceptions < 0 ||
    exceptions > days
  ) {
    throw new RangeError(
      `exceptions are a whole number from 0 to the number of days, got ${exceptions} of ${days}`,
    );
  }
  if (days === 0) return null;
  const misses = days - exceptions;
  return likelihoodTest(
    logLikelihood(exceptions, misses, share),
    logLikelihood(exceptions, misses, exceptions / days),
    1,
  );
}
