// A desk without prices: it opens, shows what it has stored, and trades nothing.
import { SIMULATED_MARKET } from '../../models/desk/terminal';
import { UNREAD_PAST } from '../../models/risk/market-risk';
import { type MarketSource, createUnavailable } from '../../trading/engine/market-source';

export const NO_DESK_WORLD =
  'This server has no simulated market, so there is no in-sample history to test on.';
const NO_MARKET = 'No price feed: networks need prices to issue signals.';

/** Accounts that it opens belong to the simulated market. */
export const unconnectedSource = (): MarketSource => ({
  market: SIMULATED_MARKET,
  time: 'wall clock',
  barMs: null,
  signals: createUnavailable(NO_MARKET),
  risk: createUnavailable(UNREAD_PAST),
  backtests: createUnavailable(NO_DESK_WORLD),
  start: () => ({
    weather: null,
    status: () => null,
    weatherRead: () => Promise.resolve(),
    quotes: () => new Map(),
    stop: () => Promise.resolve(),
  }),
});
