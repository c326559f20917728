import { type ClosedTrade, computeNetMills } from './input';

/** Sum of net wins / |sum of net losses|, no unit; null without a loss. */
export function computeProfitFactor(trades: readonly ClosedTrade[]): number | null {
  const nets = trades.map(computeNetMills);
  const won = nets.filter((net) => net > 0).reduce((sum, net) => sum + net, 0);
  const lost = nets.filter((net) => net < 0).reduce((sum, net) => sum - net, 0);
  return lost > 0 ? won / lost : null;
}
