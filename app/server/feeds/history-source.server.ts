// Market source from histories: bars are replayed in order and set desk time.
import { recordHistory } from './bar-history.server';
import { pumpHistory } from './history-pump.server';
import { getLog } from '../platform/log.server';
import { NO_DESK_WORLD } from './unconnected-source.server';
import {
  type MarketSource,
  createAvailable,
  createUnavailable,
} from '../../trading/engine/market-source';
import type { Feed, WeatherFeed } from '../../trading/ports';
import { BAR_MS } from '../../trading/strategies/playbook';
import type { WeatherSource } from '../../trading/weather/weather-source';

interface HistorySourceOptions {
  readonly feed: Feed;
  /** Weather readings replayed with the prices. */
  readonly weather?: WeatherFeed | null;
  /** Weather data of pages; null or absent if there is none. */
  readonly weatherDesk?: WeatherSource | null;
  readonly barsPerSecond: number;
}

const NO_SIGNALS = 'No AI signals for replayed data.';

/** Replays bars up to the desk's present at once and without decisions, then bar by bar. */
export const createHistorySource = ({
  feed,
  weather = null,
  weatherDesk = null,
  barsPerSecond,
}: HistorySourceOptions): MarketSource => ({
  market: feed.market,
  time: 'events',
  barMs: feed.barMs ?? (() => BAR_MS['15m']),
  hasLatePrices: false,
  signals: createUnavailable(NO_SIGNALS),
  risk: createAvailable({ kind: 'bars', feed }),
  backtests: createUnavailable(NO_DESK_WORLD),
  start({ runner, clock }) {
    const onFault = (error: Error): void => getLog().error({ err: error }, 'the feed failed');
    const history = recordHistory(feed);
    const pump = pumpHistory({
      runner,
      onFault,
      clock,
      feed: history.feed,
      weather,
      barsPerSecond,
    });
    return {
      curves: null,
      weather: weatherDesk,
      publicData: null,
      bars: history.bars,
      status: () => ({ ...pump.status(), isReadingWeather: false }),
      whenWeatherLoaded: () => Promise.resolve(),
      // The next start replays from the beginning, so earlier quotes are not compared.
      quotes: () => new Map(),
      stop: () => pump.stop(),
    };
  },
});
