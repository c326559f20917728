/** Trades of a run as text, so that runs can be compared by digest. */
import type { BacktestTrade } from './backtest-run';

/** One line per trade: contract, side, lots, entry and exit in milliseconds and ticks, cause. */
export const formatTradeDigest = (trades: readonly BacktestTrade[]): string =>
  trades
    .map(({ instrumentId, direction, lots, entryMs, entryTicks, exitMs, exitTicks, cause }) =>
      [instrumentId, direction, lots, entryMs, entryTicks, exitMs, exitTicks, cause].join(' '),
    )
    .join('\n');
