/**
 * Files in which a start stores what it computed of the simulated market, so that the next computes
 * only what follows.
 */
export const MARKET_FILES = {
  past: 'market-past.bin',
  strategies: 'market-strategies.bin',
  closes: 'market-closes.bin',
  days: 'market-days.bin',
  risk: 'market-risk.bin',
} as const;

export type MarketFile = (typeof MARKET_FILES)[keyof typeof MARKET_FILES];
