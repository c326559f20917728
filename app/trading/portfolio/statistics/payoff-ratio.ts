/** Payoff ratio: the average win for each dollar of the average loss. */
import { averageWinLoss } from './average-win-loss';
import type { ClosedTrade } from './input';

/** Average win / |average loss|, no unit; null without a win or without a loss. */
export function payoffRatio(trades: readonly ClosedTrade[]): number | null {
  const { winMills, lossMills } = averageWinLoss(trades);
  return winMills === null || lossMills === null || lossMills === 0 ? null : winMills / -lossMills;
}
