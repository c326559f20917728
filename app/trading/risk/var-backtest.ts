/**
 * A value at risk held against the days that followed: how often it was exceeded, and whether that
 * is what it promised.
 */
import { conditionalCoverageTest, independenceTest } from '../portfolio/statistics/christoffersen';
import { kupiecTest } from '../portfolio/statistics/kupiec';
import type { LikelihoodTest } from '../statistics/likelihood-ratio';
import {
  SCENARIO_DAYS,
  WARMING_DAYS,
  movingSigmas,
  scaledRow,
  scalesTo,
} from './filtered-simulation';
import { sortedScenarios, valueAtRisk } from './tail';
import { type TrafficLight, binomialBand, trafficLight } from './traffic-light';

/** Days that were foretold: fewer tell nothing. */
const JUDGED_MIN = 100;

export interface VarBacktest {
  readonly level: number;
  readonly days: number;
  readonly exceptions: number;
  /** Share of days beyond, 0 to 1. */
  readonly share: number;
  /** As many as chance gives 99 times of 100. */
  readonly band: { readonly low: number; readonly high: number };
  readonly kupiec: LikelihoodTest | null;
  readonly independence: LikelihoodTest | null;
  readonly coverage: LikelihoodTest | null;
  readonly light: TrafficLight;
}

/**
 * The limits that stood before each day from day 520 on, by levels: day t has the 500 days before
 * it, scaled to what was known of its unrest.
 * Entry t - 520 of each row is the limit of day t, a loss >= 0 in the unit of the profits.
 */
export function limitsBefore(
  profits: Float64Array,
  levels: readonly number[],
): readonly Float64Array[] {
  const first = WARMING_DAYS + SCENARIO_DAYS;
  const judged = Math.max(0, profits.length - first);
  const sigmas = movingSigmas(profits);
  const rows = levels.map(() => new Float64Array(judged));
  for (let nth = 0; nth < judged; nth += 1) {
    const day = first + nth;
    const sorted = sortedScenarios(scaledRow(profits, day, scalesTo(sigmas, day, SCENARIO_DAYS)));
    levels.forEach((level, row) => ((rows[row] as Float64Array)[nth] = valueAtRisk(sorted, level)));
  }
  return rows;
}

/** The days that went beyond, 1 or 0 in order, by limits as above. */
export const findExceedances = (profits: Float64Array, limits: Float64Array): Uint8Array =>
  Uint8Array.from(limits, (limit, nth) =>
    Number(-(profits[profits.length - limits.length + nth] ?? 0) > limit),
  );

/** What days beyond say of the level that was promised. */
export function assessExceedances(isBeyond: Uint8Array, level: number): VarBacktest {
  const [days, share] = [isBeyond.length, 1 - level];
  const exceptions = isBeyond.reduce((sum, one) => sum + one, 0);
  return {
    level,
    days,
    exceptions,
    share: exceptions / days,
    band: binomialBand(days, share),
    light: trafficLight(exceptions, days, share),
    kupiec: kupiecTest(exceptions, days, share),
    independence: independenceTest(isBeyond),
    coverage: conditionalCoverageTest(isBeyond, share),
  };
}

/**
 * One test a level; null where fewer than a hundred days could be foretold, or where nothing moved.
 */
export function backtestVar(
  profits: Float64Array,
  levels: readonly number[],
): readonly VarBacktest[] | null {
  if (
    profits.length - WARMING_DAYS - SCENARIO_DAYS < JUDGED_MIN ||
    profits.every((profit) => profit === 0)
  )
    return null;
  return limitsBefore(profits, levels).map((limits, place) =>
    assessExceedances(findExceedances(profits, limits), levels[place] ?? NaN),
  );
}
