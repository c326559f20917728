/** What a run dealt, as one text, so that two runs can be told apart by a digest. */
import type { BacktestTrade } from './tape';

/**
 * One line a trade: contract, side, lots, entry and exit in milliseconds and ticks, and why it
 * ended.
 */
export const orderList = (trades: readonly BacktestTrade[]): string =>
  trades
    .map(({ instrumentId, direction, lots, entryMs, entryTicks, exitMs, exitTicks, cause }) =>
      [instrumentId, direction, lots, entryMs, entryTicks, exitMs, exitTicks, cause].join(' '),
    )
    .join('\n');
