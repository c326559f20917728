import { computeAverageWinLoss } from './average-win-loss';
import type { ClosedTrade } from './input';

/** Average win / |average loss|, no unit; null without a win or without a loss. */
export function computePayoffRatio(trades: readonly ClosedTrade[]): number | null {
  const { winMills, lossMills } = computeAverageWinLoss(trades);
  return winMills === null || lossMills === null || lossMills === 0 ? null : winMills / -lossMills;
}
