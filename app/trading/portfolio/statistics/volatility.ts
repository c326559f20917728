/** Volatility: how widely daily returns scatter, put on a year. */
import { dailyReturns, sampleDeviation } from './daily-returns';
import type { EquityPoint } from './input';

/**
 * Sample standard deviation of daily returns x sqrt(returns per year), in percent; null under two
 * returns.
 */
export function volatilityPercent(curve: readonly EquityPoint[]): number | null {
  const returns = dailyReturns(curve);
  const deviation = returns && sampleDeviation(returns.ratios);
  return returns && deviation !== null ? deviation * Math.sqrt(returns.perYear) * 100 : null;
}
