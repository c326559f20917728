/** What a part of the desk gave: an account less its twin without that part, day by day. */
import { type Mills, addMills, subtractMills, toMills } from '../domain/units';
import { standardError } from '../statistics/sample';

/**
 * What an account and its twin were worth at the end of a day (or at the last valuation of one that
 * goes on), mills.
 */
export interface WorthPair {
  /** YYYY-MM-DD, ascending. */
  readonly day: string;
  readonly ownMills: Mills;
  readonly twinMills: Mills;
}

interface DayContribution {
  readonly day: string;
  readonly mills: Mills;
  /** Since both began. */
  readonly totalMills: Mills;
}

/** Finished days below which nothing is called evidence: a few days have no scatter to speak of. */
export const DAYS_MIN = 20;
/** A difference within so many standard errors is no evidence. */
const ERRORS_MIN = 2;

interface Contribution {
  /** Oldest first; the last one may still go on. */
  readonly days: readonly DayContribution[];
  readonly totalMills: Mills;
  /** Of the last day. */
  readonly todayMills: Mills;
  /** Days that are over, and what they gave together. */
  readonly finished: number;
  readonly finishedMills: Mills;
  /**
   * Of what the finished days gave together, taking days as independent: sd x sqrt(n), mills. Null
   * under two days.
   */
  readonly errorMills: Mills | null;
  readonly verdict: 'GAINS' | 'LOSES' | 'NO_EVIDENCE';
}

/**
 * The contribution of a part: both began with the same equity, so that each day gave the change of
 * their difference. `isLastOpen`: the last day still goes on.
 * The standard error of a sum of n independent days is sd x sqrt(n) (any text on statistics; days
 * of one position are not quite independent, so it is a lower bound).
 */
export function computeContribution(
  worths: readonly WorthPair[],
  isLastOpen: boolean,
): Contribution {
  let before = toMills(0);
  const days = worths.map(({ day, ownMills, twinMills }): DayContribution => {
    const totalMills = subtractMills(ownMills, twinMills);
    const mills = subtractMills(totalMills, before);
    before = totalMills;
    return { day, mills, totalMills };
  });
  const over = (isLastOpen ? days.slice(0, -1) : days).map(({ mills }) => mills);
  const finishedMills = addMills(...over);
  const errorMills =
    over.length < 2 ? null : toMills(Math.round(standardError(over) * over.length));
  return {
    days,
    totalMills: days.at(-1)?.totalMills ?? toMills(0),
    todayMills: days.at(-1)?.mills ?? toMills(0),
    finished: over.length,
    finishedMills,
    errorMills,
    verdict: findVerdict(finishedMills, errorMills, over.length),
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
    Math.abs(mills) < ERRORS_MIN * errorMills
  )
    return 'NO_EVIDENCE';
  return mills > 0 ? 'GAINS' : 'LOSES';
}
