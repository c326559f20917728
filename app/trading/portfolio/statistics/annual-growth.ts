/** Compound annual growth rate (CAGR). */
import { type EquityPoint, countYears } from './input';

/**
 * (E_end / E_start) ^ (1 / years) - 1 in percent per year; null under one year or with equity at or
 * below zero at either end.
 */
export function computeAnnualGrowthPercent(curve: readonly EquityPoint[]): number | null {
  const years = countYears(curve);
  const first = curve[0];
  const last = curve[curve.length - 1];
  // Days end a millisecond early; 364 days leave room for 365.
  if (!first || !last || years < 364 / 365.25 || first.equityMills <= 0 || last.equityMills <= 0)
    return null;
  return ((last.equityMills / first.equityMills) ** (1 / years) - 1) * 100;
}
