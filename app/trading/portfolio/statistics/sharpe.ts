/**
 * Sharpe ratio: mean return for each unit of scatter (W. F. Sharpe, The Sharpe Ratio, 1994), cash earning nothing.
 * It knows daily returns; it refuses a ratio over no scatter.
 */
import { meanOf } from '../../strategies/indicators';
import { dailyReturns, sampleDeviation } from './daily-returns';
import type { EquityPoint } from './input';

/** mean(r) / sd(r) x sqrt(returns per year), no unit; null under two returns or when they do not vary. */
export function sharpeRatio(curve: readonly EquityPoint[]): number | null {
  const returns = dailyReturns(curve);
  const deviation = returns && sampleDeviation(returns.ratios);
  if (!returns || deviation === null || deviation === 0) return null;
  return (meanOf(returns.ratios) / deviation) * Math.sqrt(returns.perYear);
}
