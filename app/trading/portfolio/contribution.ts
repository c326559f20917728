/** Attribution: equity of an account minus its shadow account without one component, by day. */
import { type Mills, addMills, subtractMills, toMills } from '../domain/units';
import { computeStandardError } from '../statistics/sample';

/**
 * Equity of an account and its shadow account at the end of a day (or at the last valuation of the
 * current day), mills.
 */
export interface EquityPair {
  /** YYYY-MM-DD, ascending. */
  readonly day: string;
  readonly ownMills: Mills;
  readonly shadowMills: Mills;
}

interface DayContribution {
  readonly day: string;
  readonly mills: Mills;
  /** Cumulative. */
  readonly totalMills: Mills;
}

/** Minimum finished days for a conclusion. */
export const DAYS_MIN = 20;
/** Standard errors that a difference must exceed. */
const STANDARD_ERRORS_MIN = 2;

interface Contribution {
  /** Oldest first; the last day may still be open. */
  readonly days: readonly DayContribution[];
  readonly totalMills: Mills;
  /** Of the last day. */
  readonly todayMills: Mills;
  /** Finished days and their total contribution. */
  readonly finished: number;
  readonly finishedMills: Mills;
  /**
   * Standard error of the finished days' total, taking days as independent: sd x sqrt(n), mills.
   * Null under two days.
   */
  readonly errorMills: Mills | null;
  readonly verdict: 'GAINS' | 'LOSES' | 'NO_EVIDENCE';
}

/**
 * Contribution of a component. Both accounts start with the same equity, so each day contributes
 * the change of their difference. `isLastOpen`: the last day is not finished. The standard error sd
 * x sqrt(n) assumes independent days and is therefore a lower bound.
 */
export function computeContribution(
  equityPairs: readonly EquityPair[],
  isLastOpen: boolean,
): Contribution {
  let previousTotal = toMills(0);
  const days = equityPairs.map(({ day, ownMills, shadowMills }): DayContribution => {
    const totalMills = subtractMills(ownMills, shadowMills);
    const mills = subtractMills(totalMills, previousTotal);
    previousTotal = totalMills;
    return { day, mills, totalMills };
  });
  const finishedDays = (isLastOpen ? days.slice(0, -1) : days).map(({ mills }) => mills);
  const finishedMills = addMills(...finishedDays);
  const errorMills =
    finishedDays.length < 2
      ? null
      : toMills(Math.round(computeStandardError(finishedDays) * finishedDays.length));
  return {
    days,
    totalMills: days.at(-1)?.totalMills ?? toMills(0),
    todayMills: days.at(-1)?.mills ?? toMills(0),
    finished: finishedDays.length,
    finishedMills,
    errorMills,
    verdict: findVerdict(finishedMills, errorMills, finishedDays.length),
  };
}

function findVerdict(
  mills: Mills,
  errorMills: Mills | null,
  finished: number,
): Contribution['verdict'] {
  if (
    errorMills === null ||
    finished < DAYS_MIN ||
    mills === 0 ||
    Math.abs(mills) < STANDARD_ERRORS_MIN * errorMills
  )
    return 'NO_EVIDENCE';
  return mills > 0 ? 'GAINS' : 'LOSES';
}
