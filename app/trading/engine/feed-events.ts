/**
 * Converts feeds to engine events in time order. Weather published before a price comes before it.
 */
import type { EpochMs } from '../domain/units';
import type { Feed, MarketEvent, WeatherFeed, WeatherReading } from '../ports';
import type { EngineEvent } from './event';

const getMarketEventMs = (event: MarketEvent): EpochMs =>
  event.type === 'BarClosed' ? event.bar.endsMs : event.quote.atMs;

export const buildMarketEvent = (event: MarketEvent, isBackfill: boolean): EngineEvent => ({
  type: 'Market',
  event,
  atMs: getMarketEventMs(event),
  isBackfill,
});

export const buildWeatherEvent = (reading: WeatherReading): EngineEvent => ({
  type: 'Weather',
  reading,
  atMs: reading.publishedMs,
});

/** The first event of a market. */
export const buildListingEvent = (feed: Feed, atMs: EpochMs): EngineEvent => ({
  type: 'MarketListed',
  market: feed.market,
  instruments: feed.instruments,
  staleAfterMs: feed.staleAfterMs,
  atMs,
});

/** Prices up to `untilMs` are backfill. Lazy. */
export function* iterateHistory(
  feed: Feed,
  weather: WeatherFeed | null,
  untilMs: EpochMs = -Infinity,
): Generator<EngineEvent> {
  const readings = weather ? iterateSync(weather.readings())[Symbol.iterator]() : null;
  let reading = readings?.next();
  for (const event of iterateSync(feed.events())) {
    const atMs = getMarketEventMs(event);
    while (reading && !reading.done && reading.value.publishedMs <= atMs) {
      yield buildWeatherEvent(reading.value);
      reading = readings?.next();
    }
    yield buildMarketEvent(event, atMs <= untilMs);
  }
}

function iterateSync<T>(source: Iterable<T> | AsyncIterable<T>): Iterable<T> {
  if (Symbol.iterator in source) return source;
  throw new Error('a history answers at once; this feed answers later and must be pumped');
}
