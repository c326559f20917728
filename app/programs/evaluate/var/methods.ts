// Ways to tell how much a book may lose tomorrow, each from the days before alone.
import { normalQuantile } from '../../../trading/domain/normal-curve';
import {
  SCENARIO_DAYS,
  WARMING_DAYS,
  movingSigmas,
} from '../../../trading/risk/filtered-simulation';
import { sortedScenarios, valueAtRisk } from '../../../trading/risk/tail';
import { limitsBefore } from '../../../trading/risk/var-backtest';

/** Limits of the days from day 520 on, one row a level: losses >= 0 in the unit of the returns. */
export type LimitsOf = (
  returns: Float64Array,
  levels: readonly number[],
) => readonly Float64Array[];

export const FIRST_DAY = WARMING_DAYS + SCENARIO_DAYS;

const computeRolling = (
  returns: Float64Array,
  levels: readonly number[],
  limit: (day: number, level: number) => number,
): readonly Float64Array[] =>
  levels.map((level) =>
    Float64Array.from({ length: Math.max(0, returns.length - FIRST_DAY) }, (_, nth) =>
      limit(FIRST_DAY + nth, level),
    ),
  );

/** The quantile of the last 500 days as they were. */
export const plainHistory: LimitsOf = (returns, levels) =>
  computeRolling(returns, levels, (day, level) =>
    valueAtRisk(sortedScenarios(returns.subarray(day - SCENARIO_DAYS, day)), level),
  );

/** A normal distribution with the deviation of the moving mean of squares. */
export const movingNormal: LimitsOf = (returns, levels) => {
  const sigmas = movingSigmas(returns);
  return computeRolling(
    returns,
    levels,
    (day, level) => normalQuantile(level) * (sigmas[day] ?? NaN),
  );
};

/** The desk's own: filtered historical simulation. */
export const filteredHistory: LimitsOf = limitsBefore;
