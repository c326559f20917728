// VaR methods, each from earlier days only.
import { computeNormalQuantile } from '../../../trading/domain/normal-distribution';
import {
  SCENARIO_DAYS,
  WARMUP_DAYS,
  computeEwmaSigmas,
} from '../../../trading/risk/filtered-simulation';
import { sortScenarios, computeValueAtRisk } from '../../../trading/risk/tail';
import { computeVarLimits } from '../../../trading/risk/var-backtest';

/** VaR of each day from day 520, one row per level: losses >= 0 in the unit of the returns. */
export type ComputeLimits = (
  returns: Float64Array,
  levels: readonly number[],
) => readonly Float64Array[];

export const FIRST_DAY = WARMUP_DAYS + SCENARIO_DAYS;

const computeRolling = (
  returns: Float64Array,
  levels: readonly number[],
  computeLimit: (day: number, level: number) => number,
): readonly Float64Array[] =>
  levels.map((level) =>
    Float64Array.from({ length: Math.max(0, returns.length - FIRST_DAY) }, (_, nth) =>
      computeLimit(FIRST_DAY + nth, level),
    ),
  );

/** Historical simulation over 500 days. */
export const computeHistoricalVar: ComputeLimits = (returns, levels) =>
  computeRolling(returns, levels, (day, level) =>
    computeValueAtRisk(sortScenarios(returns.subarray(day - SCENARIO_DAYS, day)), level),
  );

/** Normal distribution with EWMA volatility. */
export const computeNormalVar: ComputeLimits = (returns, levels) => {
  const sigmas = computeEwmaSigmas(returns);
  return computeRolling(
    returns,
    levels,
    (day, level) => computeNormalQuantile(level) * (sigmas[day] ?? NaN),
  );
};

/** The product's method: filtered historical simulation. */
export const computeFilteredVar: ComputeLimits = computeVarLimits;
