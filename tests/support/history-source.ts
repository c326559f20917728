// A market source from a paced history that ends.
import { createHistorySource } from '../../app/server/feeds/history-source.server';
import type { MarketSource } from '../../app/trading/engine/market-source';
import type { Feed, MarketEvent } from '../../app/trading/ports';
import { createPacedFeed } from './paced-feed';

function* takeEvents(events: Iterable<MarketEvent>, count: number): Generator<MarketEvent> {
  let taken = 0;
  for (const event of events) {
    if (taken === count) return;
    taken += 1;
    yield event;
  }
}

/** `barsPerSecond`: of three contracts together. */
export function createFiniteHistory(
  seed: string,
  count: number,
  barsPerSecond = 100_000,
): MarketSource {
  const feed = createPacedFeed(seed);
  const finite: Feed = {
    ...feed,
    events: () => takeEvents(feed.events() as Iterable<MarketEvent>, count),
  };
  return createHistorySource({ feed: finite, barsPerSecond });
}
