/** Tail ratio: how large the best days are beside the worst. */
import { computeQuantiles } from '../../statistics/quantile';
import { dailyReturns } from './daily-returns';
import type { EquityPoint } from './input';

const SHARES = [0.05, 0.95] as const;

/**
 * q(95 %) / |q(5 %)| of daily returns, no unit, 1 where both tails are alike; null under two
 * returns or with a 5 % quantile at or above zero.
 */
export function tailRatio(curve: readonly EquityPoint[]): number | null {
  const ratios = dailyReturns(curve)?.ratios ?? [];
  const [worst = NaN, best = NaN] = computeQuantiles(ratios, SHARES);
  return ratios.length >= 2 && worst < 0 ? best / -worst : null;
}
