import { type ClosedTrade, computeNetMills } from './input';

/**
 * Maximum number of consecutive trades with a net loss; zero without trades. Trades closed at the
 * same time keep their order.
 */
export function computeLongestLosingStreak(trades: readonly ClosedTrade[]): number {
  const ordered = [...trades].sort((a, b) => a.closedMs - b.closedMs);
  let running = 0;
  let longest = 0;
  for (const trade of ordered) {
    running = computeNetMills(trade) < 0 ? running + 1 : 0;
    longest = Math.max(longest, running);
  }
  return longest;
}
