/** Calmar ratio: growth a year for each unit of the deepest fall (T. W. Young 1991, Futures 20). */
import { annualGrowthPercent } from './annual-growth';
import { maxDrawdown } from './drawdown';
import type { EquityPoint } from './input';

/**
 * Annual growth in percent / deepest drawdown in percent, no unit; null under a year, without a
 * fall, or where one of the two is unknown.
 */
export function calmarRatio(curve: readonly EquityPoint[]): number | null {
  const growth = annualGrowthPercent(curve);
  const fall = maxDrawdown(curve)?.percent ?? null;
  return growth === null || fall === null || fall === 0 ? null : growth / fall;
}
