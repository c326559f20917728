/**
 * What tests of likelihood are made of: the likelihood of hits and misses, and how rarely a ratio
 * is as large by chance.
 */
import { normalShare } from '../domain/normal-curve';

/** A test's figure and how often chance alone would give one as large. */
export interface LikelihoodTest {
  readonly statistic: number;
  /** 0 to 1. */
  readonly pValue: number;
}

/** ln(chance^hits x (1 - chance)^misses), with 0 ln 0 = 0. */
export const logLikelihood = (hits: number, misses: number, chance: number): number =>
  timesLog(hits, chance) + timesLog(misses, 1 - chance);

const timesLog = (count: number, chance: number): number =>
  count === 0 ? 0 : count * Math.log(chance);

/**
 * Chance of a chi-square variable above x >= 0: 2 Phi(-sqrt x) for one degree of freedom, exp(-x /
 * 2) for two (Abramowitz and Stegun 26.4).
 */
export const chiSquareTail = (x: number, freedom: 1 | 2): number =>
  freedom === 1 ? 2 * normalShare(-Math.sqrt(x)) : Math.exp(-x / 2);

/**
 * A ratio of likelihoods as a test: -2 (ln restricted - ln free), chi-square under the restriction
 * (S. S. Wilks 1938).
 */
export function likelihoodTest(
  logRestricted: number,
  logFree: number,
  freedom: 1 | 2,
): LikelihoodTest {
  const statistic = Math.max(0, 2 * (logFree - logRestricted)); // rounding alone makes it negative
  return { statistic, pValue: chiSquareTail(statistic, freedom) };
}
