import { computeDailyReturns, computeSampleDeviation } from './daily-returns';
import type { EquityPoint } from './input';

/**
 * Annualized volatility: sample standard deviation of daily returns x sqrt(returns per year), in
 * percent; null under two returns.
 */
export function computeVolatilityPercent(curve: readonly EquityPoint[]): number | null {
  const returns = computeDailyReturns(curve);
  const deviation = returns && computeSampleDeviation(returns.ratios);
  return returns && deviation !== null ? deviation * Math.sqrt(returns.perYear) * 100 : null;
}
