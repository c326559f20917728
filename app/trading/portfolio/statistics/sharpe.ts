/**
 * Sharpe ratio: mean return per unit of standard deviation, with zero cash return (W. F. Sharpe,
 * The Sharpe Ratio, 1994).
 */
import { computeMean } from '../../statistics/sample';
import { type DailyReturns, computeDailyReturns, computeSampleDeviation } from './daily-returns';
import type { EquityPoint } from './input';

/**
 * mean(r) / sd(r) of daily returns, not annualized; null under two returns or if they do not vary.
 */
export function computeSharpePerDay({ ratios }: Pick<DailyReturns, 'ratios'>): number | null {
  const deviation = computeSampleDeviation(ratios);
  return deviation === null || deviation === 0 ? null : computeMean(ratios) / deviation;
}

/** mean(r) / sd(r) x sqrt(returns per year); null under two returns or if they do not vary. */
export function computeSharpeRatio(curve: readonly EquityPoint[]): number | null {
  const returns = computeDailyReturns(curve);
  const perDay = returns && computeSharpePerDay(returns);
  return returns && perDay !== null ? perDay * Math.sqrt(returns.perYear) : null;
}
