import { type ClosedTrade, computeNetMills } from './input';

/** Winning trades / closed trades in percent; null without closed trades. */
export const computeWinRatePercent = (trades: readonly ClosedTrade[]): number | null =>
  trades.length === 0
    ? null
    : (trades.filter((trade) => computeNetMills(trade) > 0).length / trades.length) * 100;
