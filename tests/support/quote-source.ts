// A source of prices in memory: natural gas at a price that does not move, quote by quote. It has
// nothing else, and gives reasons.
import { frontInstrument } from '../../app/trading/domain/contract';
import { quoteAround } from '../../app/trading/domain/quote';
import { type EpochMs, toTicks } from '../../app/trading/domain/units';
import type { EngineEvent } from '../../app/trading/engine/event';
import { buildMarketInput } from '../../app/trading/engine/inputs';
import {
  type FeedStatus,
  type MarketSource,
  type SourceDesk,
  createUnavailable,
} from '../../app/trading/engine/market-source';
import { feedGuard } from '../../app/trading/market/feed-guard';

export const QUOTED = frontInstrument('natural-gas');
export const QUOTES_FROM_MS: EpochMs = Date.UTC(2026, 0, 5, 15);
const QUOTE_TICKS = 3000;
const MARKET = 'quotes';
const QUOTE_MS = 5000;
const QUOTES = 12;

/** Plays all its quotes at once; those before the present of the desk are backfill. */
export const quoteSource = (): MarketSource => ({
  market: MARKET,
  time: 'events',
  barMs: () => 60_000,
  signals: createUnavailable('The quotes of a test have no news.'),
  risk: createUnavailable('The quotes of a test have no past.'),
  backtests: createUnavailable('The quotes of a test are no world.'),
  start: (desk) => playQuotes(desk),
});

function playQuotes({ runner, clock }: SourceDesk) {
  const guard = feedGuard({ market: MARKET, kind: 'record', hours: 'always' });
  let events = 0;
  let lastEventMs: EpochMs | null = null;
  const offer = (event: EngineEvent): void => {
    clock.advance(event.atMs);
    runner.offer(event);
    events += 1;
    lastEventMs = event.atMs;
  };
  const presentMs = runner.state().nowMs;
  offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: [QUOTED],
    staleAfterMs: QUOTES * QUOTE_MS,
    atMs: presentMs,
  });
  guard.take(
    {
      type: 'MarketListed',
      market: MARKET,
      instruments: [QUOTED],
      staleAfterMs: QUOTES * QUOTE_MS,
    },
    Infinity,
  );
  for (let nth = 0; nth < QUOTES; nth += 1) {
    const atMs = QUOTES_FROM_MS + nth * QUOTE_MS;
    const quote = quoteAround(toTicks(QUOTE_TICKS), 1, atMs);
    const input = buildMarketInput(
      { type: 'QuoteArrived', market: MARKET, instrumentId: QUOTED.id, quote },
      atMs <= presentMs,
    );
    if (input.type === 'Market') for (const sound of guard.take(input, Infinity)) offer(sound);
  }
  const status = (): FeedStatus => ({
    market: MARKET,
    phase: 'ended',
    events,
    lastEventMs,
    receivedAgoMs: 0,
    fault: null,
    guard: guard.status(lastEventMs ?? presentMs),
  });
  return {
    weather: null,
    status,
    weatherRead: () => Promise.resolve(),
    quotes: () => guard.quotes(),
    stop: () => Promise.resolve(),
  };
}
