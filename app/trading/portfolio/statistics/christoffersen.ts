/**
 * Christoffersen's tests: do days beyond a limit come one after another, and is the limit right in
 * number and in time?
 */
import {
  type LikelihoodTest,
  chiSquareTail,
  likelihoodTest,
  logLikelihood,
} from '../../statistics/likelihood-ratio';
import { kupiecTest } from './kupiec';

/** Pairs of neighboring days: the first word is the day before, the second the day after it. */
interface Transitions {
  calmCalm: number;
  calmBeyond: number;
  beyondCalm: number;
  beyondBeyond: number;
}

function buildTransitions(isBeyond: ArrayLike<number | boolean>): Transitions {
  const counts: Transitions = { calmCalm: 0, calmBeyond: 0, beyondCalm: 0, beyondBeyond: 0 };
  for (let day = 1; day < isBeyond.length; day += 1) {
    if (isBeyond[day - 1]) counts[isBeyond[day] ? 'beyondBeyond' : 'beyondCalm'] += 1;
    else counts[isBeyond[day] ? 'calmBeyond' : 'calmCalm'] += 1;
  }
  return counts;
}

/**
 * Independence: one chance of a day beyond for all days against one that depends on the day before,
 * chi-square with one degree of freedom
 * (P. F. Christoffersen 1998, International Economic Review 39). `isBeyond` is true or 1 for each
 * day beyond, in order.
 * Null when days of one kind alone were followed by another: then there is nothing to compare.
 */
export function independenceTest(isBeyond: ArrayLike<number | boolean>): LikelihoodTest | null {
  const { calmCalm, calmBeyond, beyondCalm, beyondBeyond } = buildTransitions(isBeyond);
  const afterCalm = calmCalm + calmBeyond;
  const afterBeyond = beyondCalm + beyondBeyond;
  if (afterCalm === 0 || afterBeyond === 0) return null;
  const beyond = calmBeyond + beyondBeyond;
  const calm = calmCalm + beyondCalm;
  const same = logLikelihood(beyond, calm, beyond / (beyond + calm));
  const own =
    logLikelihood(calmBeyond, calmCalm, calmBeyond / afterCalm) +
    logLikelihood(beyondBeyond, beyondCalm, beyondBeyond / afterBeyond);
  return likelihoodTest(same, own, 1);
}

/**
 * Conditional coverage: the statistics of Kupiec's test over all days and of independence added,
 * chi-square with two degrees of freedom
 * (the same source). `share` is what was promised, as in Kupiec's test. Null where there is no test
 * of independence.
 */
export function conditionalCoverageTest(
  isBeyond: ArrayLike<number | boolean>,
  share: number,
): LikelihoodTest | null {
  const exceptions = Array.from(isBeyond).filter(Boolean).length;
  const coverage = kupiecTest(exceptions, isBeyond.length, share);
  const independence = independenceTest(isBeyond);
  if (!coverage || !independence) return null;
  const statistic = coverage.statistic + independence.statistic;
  return { statistic, pValue: chiSquareTail(statistic, 2) };
}
