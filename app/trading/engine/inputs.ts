/**
 * Feeds as engine events, in the order of time: what was published before a price is known before
 * it.
 */
import type { EpochMs } from '../domain/units';
import type { Feed, MarketEvent, WeatherFeed, WeatherReading } from '../ports';
import type { EngineEvent } from './event';

const getMarketEventMs = (event: MarketEvent): EpochMs =>
  event.type === 'BarClosed' ? event.bar.endsMs : event.quote.atMs;

export const buildMarketInput = (event: MarketEvent, isBackfill: boolean): EngineEvent => ({
  type: 'Market',
  event,
  atMs: getMarketEventMs(event),
  isBackfill,
});

export const buildWeatherInput = (reading: WeatherReading): EngineEvent => ({
  type: 'Weather',
  reading,
  atMs: reading.publishedMs,
});

/** The contracts of a feed: the first thing an engine must hear of a market. */
export const buildListingInput = (feed: Feed, atMs: EpochMs): EngineEvent => ({
  type: 'MarketListed',
  market: feed.market,
  instruments: feed.instruments,
  staleAfterMs: feed.staleAfterMs,
  atMs,
});

/**
 * All events of a history with its weather, lazily; prices up to `untilMs` are the past being
 * caught up with.
 */
export function* historyInputs(
  feed: Feed,
  weather: WeatherFeed | null,
  untilMs: EpochMs = -Infinity,
): Generator<EngineEvent> {
  const readings = weather ? iterateSync(weather.readings())[Symbol.iterator]() : null;
  let reading = readings?.next();
  for (const event of iterateSync(feed.events())) {
    const atMs = getMarketEventMs(event);
    while (reading && !reading.done && reading.value.publishedMs <= atMs) {
      yield buildWeatherInput(reading.value);
      reading = readings?.next();
    }
    yield buildMarketInput(event, atMs <= untilMs);
  }
}

function iterateSync<T>(source: Iterable<T> | AsyncIterable<T>): Iterable<T> {
  if (Symbol.iterator in source) return source;
  throw new Error('a history answers at once; this feed answers later and must be pumped');
}
