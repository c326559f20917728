// Histories as a source: their bars are played in order, and the desk goes by their time.
import { pumpHistory } from './feed-pump.server';
import { getLog } from '../platform/log.server';
import { NO_DESK_WORLD } from './unconnected-source.server';
import {
  type MarketSource,
  createAvailable,
  createUnavailable,
} from '../../trading/engine/market-source';
import type { Feed, WeatherFeed } from '../../trading/ports';
import { BAR_MS } from '../../trading/strategies/playbook';
import type { WeatherDesk } from '../../trading/weather/weather-desk';

interface HistorySourceOptions {
  readonly feed: Feed;
  /** Weather readings that are played with the prices; none when absent. */
  readonly weather?: WeatherFeed | null;
  /** What pages read of the weather; null or absent where nothing is known of it. */
  readonly weatherDesk?: WeatherDesk | null;
  readonly barsPerSecond: number;
}

const NO_SIGNALS = 'No AI signals for replayed data.';

/** Everything up to the present of the desk at once and without decisions, the rest bar by bar. */
export const historySource = ({
  feed,
  weather = null,
  weatherDesk = null,
  barsPerSecond,
}: HistorySourceOptions): MarketSource => ({
  market: feed.market,
  time: 'events',
  barMs: feed.barMs ?? (() => BAR_MS['15m']),
  signals: createUnavailable(NO_SIGNALS),
  risk: createAvailable({ kind: 'bars', feed }),
  backtests: createUnavailable(NO_DESK_WORLD),
  start({ runner, clock }) {
    const onFault = (error: Error): void => getLog().error({ err: error }, 'the feed failed');
    const pump = pumpHistory({ runner, onFault, clock, feed, weather, barsPerSecond });
    return {
      weather: weatherDesk,
      status: () => ({ ...pump.status(), isReadingWeather: false }),
      weatherRead: () => Promise.resolve(),
      // The next start plays the history from its beginning: it compares nothing with earlier
      // quotes.
      quotes: () => new Map(),
      stop: () => pump.stop(),
    };
  },
});
