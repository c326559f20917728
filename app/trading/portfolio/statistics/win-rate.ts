/** Win rate: the share of closed trades that left something after fees. */
import { type ClosedTrade, netMills } from './input';

/** Winners over all closed trades in percent; null before the first close. */
export const winRatePercent = (trades: readonly ClosedTrade[]): number | null =>
  trades.length === 0
    ? null
    : (trades.filter((trade) => netMills(trade) > 0).length / trades.length) * 100;
