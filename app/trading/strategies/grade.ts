/** Grades of playbooks from their returns in out-of-sample simulations. */
import { computeMedian } from '../statistics/quantile';
import { computeMean, computeStandardError } from '../statistics/sample';
import { computeStudentTail } from '../statistics/student-tail';
import type { MeasuredRow } from './measured-row';

/** Best first. */
export const GRADES = ['A', 'B', 'C', 'D'] as const;
export type Grade = (typeof GRADES)[number];

/** Meaning of each grade, for screens. */
export const GRADE_TEXTS: Readonly<Record<Grade, string>> = {
  A: 'proven: above zero with 90% confidence, deflated Sharpe at least 0.95',
  B: 'above zero in at least 8 of 10 simulations',
  C: 'about zero',
  D: 'below zero in at least 8 of 10 simulations',
};

/** Required probability that the Sharpe ratio exceeds luck (Bailey and Lopez de Prado 2014). */
export const DEFLATED_SHARPE_MIN = 0.95;
/** One-sided confidence of the lower bound of the mean return. */
const CONFIDENCE = 0.9;
/** Share of simulations that must agree on the sign, 8 of 10. */
const SIGN_SHARE_MIN = 0.8;

/**
 * True if the lower bound of the mean is above zero: Student's t of the mean over simulations, one
 * sided. False under two simulations or without variation.
 */
function isMeanAboveZero(returns: readonly number[]): boolean {
  const t = computeMean(returns) / computeStandardError(returns);
  return t > 0 && computeStudentTail(t, returns.length - 1) / 2 < 1 - CONFIDENCE;
}

/**
 * Grade of a measured row; `accountPercents` holds one account return per simulation, in percent a
 * year after costs.
 *
 * - D: negative in at least 8 of 10 simulations.
 * - A: median and lower 90% bound of the mean above zero, deflated Sharpe ratio at least 0.95.
 * - B: positive in at least 8 of 10.
 * - C: none of these, including a playbook that never traded.
 *
 * Throws RangeError without simulations or for a return that is not finite.
 */
export function gradePlaybook({
  accountPercents,
  deflatedSharpe,
}: Pick<MeasuredRow, 'accountPercents' | 'deflatedSharpe'>): Grade {
  if (accountPercents.length === 0 || !accountPercents.every(Number.isFinite))
    throw new RangeError(
      `a grade needs the return of every simulation, got [${accountPercents.join(', ')}]`,
    );
  const hasSign = (sign: 1 | -1): boolean =>
    accountPercents.filter((percent) => sign * percent > 0).length >=
    SIGN_SHARE_MIN * accountPercents.length;
  if (hasSign(-1)) return 'D';
  const isProven =
    deflatedSharpe !== null &&
    deflatedSharpe >= DEFLATED_SHARPE_MIN &&
    computeMedian(accountPercents) > 0 &&
    isMeanAboveZero(accountPercents);
  if (isProven) return 'A';
  return hasSign(1) ? 'B' : 'C';
}
