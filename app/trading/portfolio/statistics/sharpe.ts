/**
 * Sharpe ratio: mean return for each unit of scatter (W. F. Sharpe, The Sharpe Ratio, 1994), cash
 * earning nothing.
 */
import { computeMean } from '../../statistics/sample';
import { type DailyReturns, dailyReturns, sampleDeviation } from './daily-returns';
import type { EquityPoint } from './input';

/**
 * mean(r) / sd(r) of one day, no unit: what tests of the ratio reckon with; null under two returns
 * or when they do not vary.
 */
export function sharpePerDay({ ratios }: Pick<DailyReturns, 'ratios'>): number | null {
  const deviation = sampleDeviation(ratios);
  return deviation === null || deviation === 0 ? null : computeMean(ratios) / deviation;
}

/**
 * mean(r) / sd(r) x sqrt(returns per year), no unit; null under two returns or when they do not
 * vary.
 */
export function sharpeRatio(curve: readonly EquityPoint[]): number | null {
  const returns = dailyReturns(curve);
  const perDay = returns && sharpePerDay(returns);
  return returns && perDay !== null ? perDay * Math.sqrt(returns.perYear) : null;
}
