/** Longest losing streak: how many trades in a row lost money. */
import { type ClosedTrade, netMills } from './input';

/**
 * The most consecutive closes with a net result below zero; zero without trades. Equal moments keep
 * the order given.
 */
export function longestLosingStreak(trades: readonly ClosedTrade[]): number {
  const ordered = [...trades].sort((a, b) => a.closedMs - b.closedMs);
  let running = 0;
  let longest = 0;
  for (const trade of ordered) {
    running = netMills(trade) < 0 ? running + 1 : 0;
    longest = Math.max(longest, running);
  }
  return longest;
}
