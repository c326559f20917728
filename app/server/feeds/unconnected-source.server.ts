// Market source without prices: the desk opens, shows stored data and trades nothing.
import { SIMULATED_MARKET } from '../../models/desk/terminal';
import { NO_PRICE_HISTORY } from '../../models/risk/market-risk';
import { type MarketSource, createUnavailable } from '../../trading/engine/market-source';

export const NO_DESK_WORLD =
  'This server has no simulated market: no in-sample history is available.';
const NO_MARKET = 'No price feed: networks need prices to issue signals.';

/** Accounts opened without a feed belong to the simulated market. */
export const createUnconnectedSource = (): MarketSource => ({
  market: SIMULATED_MARKET,
  time: 'wall clock',
  barMs: null,
  hasLatePrices: false,
  signals: createUnavailable(NO_MARKET),
  risk: createUnavailable(NO_PRICE_HISTORY),
  backtests: createUnavailable(NO_DESK_WORLD),
  start: () => ({
    curves: null,
    weather: null,
    publicData: null,
    bars: null,
    status: () => null,
    whenWeatherLoaded: () => Promise.resolve(),
    quotes: () => new Map(),
    stop: () => Promise.resolve(),
  }),
});
