import { computeQuantiles } from '../../statistics/quantile';
import { computeDailyReturns } from './daily-returns';
import type { EquityPoint } from './input';

const LEVELS = [0.05, 0.95] as const;

/**
 * Tail ratio q(95%) / abs(q(5%)) of daily returns, 1 for symmetric tails; null under two returns or
 * if the 5% quantile is not negative.
 */
export function computeTailRatio(curve: readonly EquityPoint[]): number | null {
  const ratios = computeDailyReturns(curve)?.ratios ?? [];
  const [worst = NaN, best = NaN] = computeQuantiles(ratios, LEVELS);
  return ratios.length >= 2 && worst < 0 ? best / -worst : null;
}
