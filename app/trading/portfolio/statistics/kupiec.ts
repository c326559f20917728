/** Kupiec's test of VaR coverage: is the number of exceedances as expected? */
import {
  type LikelihoodTest,
  testLikelihoodRatio,
  computeLogLikelihood,
} from '../../statistics/likelihood-ratio';

/**
 * Proportion of failures: -2 ln[(1 - p)^(T - x) p^x / ((1 - x/T)^(T - x) (x/T)^x)], chi-square with
 * one degree of freedom (P. H. Kupiec 1995, Journal of Derivatives 3). `exceptions` is x, `days` is
 * T, `expectedRate` is p (0.01 for 99% VaR). Null without days. Throws RangeError for invalid
 * counts or a rate outside (0, 1).
 */
export function testKupiec(
  exceptions: number,
  days: number,
  expectedRate: number,
): LikelihoodTest | null {
  if (!(expectedRate > 0 && expectedRate < 1))
    throw new RangeError(`the promised share of days lies between 0 and 1, got ${expectedRate}`);
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
  const withinDays = days - exceptions;
  return testLikelihoodRatio(
    computeLogLikelihood(exceptions, withinDays, expectedRate),
    computeLogLikelihood(exceptions, withinDays, exceptions / days),
    1,
  );
}
