/**
 * Sortino ratio: mean return per unit of downside deviation, target zero (F. A. Sortino and L. N.
 * Price, 1994).
 */
import { computeMean } from '../../statistics/sample';
import { computeDailyReturns } from './daily-returns';
import type { EquityPoint } from './input';

/**
 * mean(r) / sqrt(mean(min(r, 0)^2)) x sqrt(returns per year); null under two returns or without a
 * negative day.
 */
export function computeSortinoRatio(curve: readonly EquityPoint[]): number | null {
  const returns = computeDailyReturns(curve);
  if (!returns || returns.ratios.length < 2) return null;
  const downside = Math.sqrt(computeMean(returns.ratios.map((ratio) => Math.min(ratio, 0) ** 2)));
  return downside > 0
    ? (computeMean(returns.ratios) / downside) * Math.sqrt(returns.perYear)
    : null;
}
