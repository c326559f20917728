/** VaR backtest: how often losses exceeded VaR, with coverage and independence tests. */
import { testConditionalCoverage, testIndependence } from '../portfolio/statistics/christoffersen';
import { testKupiec } from '../portfolio/statistics/kupiec';
import type { LikelihoodTest } from '../statistics/likelihood-ratio';
import {
  SCENARIO_DAYS,
  WARMUP_DAYS,
  computeEwmaSigmas,
  scaleRow,
  computeScales,
} from './filtered-simulation';
import { sortScenarios, computeValueAtRisk } from './tail';
import { type TrafficLight, computeBinomialBand, getTrafficLight } from './traffic-light';

/** Minimum forecast days. */
const DAYS_MIN = 100;

export interface VarBacktest {
  readonly level: number;
  readonly days: number;
  readonly exceptions: number;
  /** Exceedance rate, 0 to 1. */
  readonly share: number;
  /** Two-sided 99% interval of the number of exceedances. */
  readonly band: { readonly low: number; readonly high: number };
  readonly kupiec: LikelihoodTest | null;
  readonly independence: LikelihoodTest | null;
  readonly coverage: LikelihoodTest | null;
  readonly light: TrafficLight;
}

/**
 * VaR forecast for each day from day 520 on, one row per level: day t uses the 500 days before it,
 * scaled to the volatility estimated then. Entry t - 520 is the VaR of day t, a loss of at least 0
 * in the unit of the profits.
 */
export function computeVarLimits(
  profits: Float64Array,
  levels: readonly number[],
): readonly Float64Array[] {
  const first = WARMUP_DAYS + SCENARIO_DAYS;
  const testedDays = Math.max(0, profits.length - first);
  const sigmas = computeEwmaSigmas(profits);
  const rows = levels.map(() => new Float64Array(testedDays));
  for (let nth = 0; nth < testedDays; nth += 1) {
    const day = first + nth;
    const sorted = sortScenarios(scaleRow(profits, day, computeScales(sigmas, day, SCENARIO_DAYS)));
    levels.forEach(
      (level, row) => ((rows[row] as Float64Array)[nth] = computeValueAtRisk(sorted, level)),
    );
  }
  return rows;
}

/** Exceedance flags (1 or 0) in order, for limits from `computeVarLimits`. */
export const findExceedances = (profits: Float64Array, limits: Float64Array): Uint8Array =>
  Uint8Array.from(limits, (limit, nth) =>
    Number(-(profits[profits.length - limits.length + nth] ?? 0) > limit),
  );

/** Test results for exceedance flags at a VaR level. */
export function assessExceedances(isExceeded: Uint8Array, level: number): VarBacktest {
  const [days, expectedRate] = [isExceeded.length, 1 - level];
  const exceptions = isExceeded.reduce((sum, one) => sum + one, 0);
  return {
    level,
    days,
    exceptions,
    share: exceptions / days,
    band: computeBinomialBand(days, expectedRate),
    light: getTrafficLight(exceptions, days, expectedRate),
    kupiec: testKupiec(exceptions, days, expectedRate),
    independence: testIndependence(isExceeded),
    coverage: testConditionalCoverage(isExceeded, expectedRate),
  };
}

/** A test result with its VaR of each forecast day, oldest first, and the exceedance flags. */
export interface BacktestedVar extends VarBacktest {
  readonly limits: Float64Array;
  readonly isExceeded: Uint8Array;
}

/** One result per level; null with fewer than 100 forecast days, or if nothing moved. */
export function backtestVar(
  profits: Float64Array,
  levels: readonly number[],
): readonly BacktestedVar[] | null {
  if (
    profits.length - WARMUP_DAYS - SCENARIO_DAYS < DAYS_MIN ||
    profits.every((profit) => profit === 0)
  )
    return null;
  return computeVarLimits(profits, levels).map((limits, index) => {
    const isExceeded = findExceedances(profits, limits);
    return { ...assessExceedances(isExceeded, levels[index] ?? NaN), limits, isExceeded };
  });
}
