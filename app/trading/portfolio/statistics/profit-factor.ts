/** Profit factor: what winners brought for each dollar that losers cost. */
import { type ClosedTrade, netMills } from './input';

/** Sum of net wins / |sum of net losses|, no unit; null without a loss. */
export function profitFactor(trades: readonly ClosedTrade[]): number | null {
  const nets = trades.map(netMills);
  const won = nets.filter((net) => net > 0).reduce((sum, net) => sum + net, 0);
  const lost = nets.filter((net) => net < 0).reduce((sum, net) => sum - net, 0);
  return lost > 0 ? won / lost : null;
}
