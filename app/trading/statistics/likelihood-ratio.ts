/** Likelihood ratio tests. */
import { computeNormalProbability } from '../domain/normal-distribution';

/** A test statistic and its p-value. */
export interface LikelihoodTest {
  readonly statistic: number;
  /** 0 to 1. */
  readonly pValue: number;
}

/** ln(p^hits x (1 - p)^misses), with 0 ln 0 = 0. */
export const computeLogLikelihood = (hits: number, misses: number, probability: number): number =>
  multiplyLog(hits, probability) + multiplyLog(misses, 1 - probability);

const multiplyLog = (count: number, probability: number): number =>
  count === 0 ? 0 : count * Math.log(probability);

/**
 * Upper tail probability of chi-square at x >= 0: 2 Phi(-sqrt x) for one degree of freedom, exp(-x
 * / 2) for two (Abramowitz and Stegun 26.4).
 */
export const computeChiSquareTail = (x: number, freedom: 1 | 2): number =>
  freedom === 1 ? 2 * computeNormalProbability(-Math.sqrt(x)) : Math.exp(-x / 2);

/**
 * Likelihood ratio test: -2 (ln restricted - ln free), chi-square under the restriction (S. S.
 * Wilks 1938).
 */
export function testLikelihoodRatio(
  logRestricted: number,
  logFree: number,
  freedom: 1 | 2,
): LikelihoodTest {
  const statistic = Math.max(0, 2 * (logFree - logRestricted)); // negative only by rounding
  return { statistic, pValue: computeChiSquareTail(statistic, freedom) };
}
