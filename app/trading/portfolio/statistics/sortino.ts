/**
 * Sortino ratio: mean return for each unit of downside (F. A. Sortino and L. N. Price, 1994),
 * against a target of zero.
 */
import { computeMean } from '../../statistics/sample';
import { dailyReturns } from './daily-returns';
import type { EquityPoint } from './input';

/**
 * mean(r) / sqrt(mean(min(r, 0)^2)) x sqrt(returns per year), no unit; null under two returns or
 * without a falling day.
 */
export function sortinoRatio(curve: readonly EquityPoint[]): number | null {
  const returns = dailyReturns(curve);
  if (!returns || returns.ratios.length < 2) return null;
  const downside = Math.sqrt(computeMean(returns.ratios.map((ratio) => Math.min(ratio, 0) ** 2)));
  return downside > 0
    ? (computeMean(returns.ratios) / downside) * Math.sqrt(returns.perYear)
    : null;
}
