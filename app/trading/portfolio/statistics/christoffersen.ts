/** Christoffersen's tests of VaR exceedances: independence and conditional coverage. */
import {
  type LikelihoodTest,
  computeChiSquareTail,
  testLikelihoodRatio,
  computeLogLikelihood,
} from '../../statistics/likelihood-ratio';
import { testKupiec } from './kupiec';

/** Counts of consecutive days: first word for the earlier day, second for the later. */
interface Transitions {
  withinWithin: number;
  withinExceeded: number;
  exceededWithin: number;
  exceededExceeded: number;
}

function countTransitions(isExceeded: ArrayLike<number | boolean>): Transitions {
  const counts: Transitions = {
    withinWithin: 0,
    withinExceeded: 0,
    exceededWithin: 0,
    exceededExceeded: 0,
  };
  for (let day = 1; day < isExceeded.length; day += 1) {
    if (isExceeded[day - 1]) counts[isExceeded[day] ? 'exceededExceeded' : 'exceededWithin'] += 1;
    else counts[isExceeded[day] ? 'withinExceeded' : 'withinWithin'] += 1;
  }
  return counts;
}

/**
 * Independence test: one exceedance probability for all days against one that depends on the day
 * before; chi-square with one degree of freedom (P. F. Christoffersen 1998, International Economic
 * Review 39). `isExceeded` is true or 1 for each exceedance, in order. Null if only exceedances, or
 * only other days, are followed by another day.
 */
export function testIndependence(isExceeded: ArrayLike<number | boolean>): LikelihoodTest | null {
  const { withinWithin, withinExceeded, exceededWithin, exceededExceeded } =
    countTransitions(isExceeded);
  const afterWithin = withinWithin + withinExceeded;
  const afterExceeded = exceededWithin + exceededExceeded;
  if (afterWithin === 0 || afterExceeded === 0) return null;
  const exceeded = withinExceeded + exceededExceeded;
  const within = withinWithin + exceededWithin;
  const restricted = computeLogLikelihood(exceeded, within, exceeded / (exceeded + within));
  const free =
    computeLogLikelihood(withinExceeded, withinWithin, withinExceeded / afterWithin) +
    computeLogLikelihood(exceededExceeded, exceededWithin, exceededExceeded / afterExceeded);
  return testLikelihoodRatio(restricted, free, 1);
}

/**
 * Conditional coverage: the sum of Kupiec's statistic and the independence statistic, chi-square
 * with two degrees of freedom (same source). `expectedRate` as in Kupiec's test. Null without an
 * independence test.
 */
export function testConditionalCoverage(
  isExceeded: ArrayLike<number | boolean>,
  expectedRate: number,
): LikelihoodTest | null {
  const exceptions = Array.from(isExceeded).filter(Boolean).length;
  const coverage = testKupiec(exceptions, isExceeded.length, expectedRate);
  const independence = testIndependence(isExceeded);
  if (!coverage || !independence) return null;
  const statistic = coverage.statistic + independence.statistic;
  return { statistic, pValue: computeChiSquareTail(statistic, 2) };
}
