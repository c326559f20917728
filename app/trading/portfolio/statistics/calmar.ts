/** Calmar ratio: annual growth per unit of maximum drawdown (T. W. Young 1991, Futures 20). */
import { computeAnnualGrowthPercent } from './annual-growth';
import { computeMaxDrawdown } from './drawdown';
import type { EquityPoint } from './input';

/**
 * Annual growth in percent / maximum drawdown in percent; null under a year, without a drawdown, or
 * if either is unknown.
 */
export function computeCalmarRatio(curve: readonly EquityPoint[]): number | null {
  const growth = computeAnnualGrowthPercent(curve);
  const drawdownPercent = computeMaxDrawdown(curve)?.percent ?? null;
  return growth === null || drawdownPercent === null || drawdownPercent === 0
    ? null
    : growth / drawdownPercent;
}
