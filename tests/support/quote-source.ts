// In-memory quote source: one contract, natural gas if no other, at a constant price.
import { getFrontInstrument } from '../../app/trading/domain/contract';
import type { Instrument } from '../../app/trading/domain/instrument';
import { buildQuote } from '../../app/trading/domain/quote';
import { MINUTE_MS } from '../../app/trading/domain/time';
import { type EpochMs, toTicks } from '../../app/trading/domain/units';
import type { EngineEvent } from '../../app/trading/engine/event';
import { buildMarketEvent } from '../../app/trading/engine/feed-events';
import {
  type FeedStatus,
  type MarketSource,
  type SourceDesk,
  createUnavailable,
} from '../../app/trading/engine/market-source';
import { createFeedGuard } from '../../app/trading/market/feed-guard';

export const QUOTED = getFrontInstrument('natural-gas');
export const QUOTES_FROM_MS: EpochMs = Date.UTC(2026, 0, 5, 15);
const QUOTE_TICKS = 3000;
const MARKET = 'quotes';
const QUOTE_MS = 5000;
const QUOTES = 12;

/**
 * Sends all quotes at once; earlier ones than the terminal's time are backfill. `goesOn`: the quotes of
 * each start come a minute after the last event that is stored.
 */
export const createQuoteSource = (
  instrument: Instrument = QUOTED,
  goesOn = false,
): MarketSource => ({
  market: MARKET,
  time: 'events',
  barMs: () => 60_000,
  hasLatePrices: false,
  signals: createUnavailable('The quotes of a test have no news.'),
  risk: createUnavailable('The quotes of a test have no past.'),
  backtests: createUnavailable('The quotes of a test are no world.'),
  start: (desk) => sendQuotes(desk, instrument, goesOn),
});

function sendQuotes({ runner, clock }: SourceDesk, instrument: Instrument, goesOn: boolean) {
  const guard = createFeedGuard({ market: MARKET, kind: 'record', hours: 'always' });
  let events = 0;
  let lastEventMs: EpochMs | null = null;
  const offer = (event: EngineEvent): void => {
    clock.advance(event.atMs);
    runner.offer(event);
    events += 1;
    lastEventMs = event.atMs;
  };
  const presentMs = runner.state().nowMs;
  const fromMs = goesOn ? Math.max(QUOTES_FROM_MS, presentMs + MINUTE_MS) : QUOTES_FROM_MS;
  offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: [instrument],
    staleAfterMs: QUOTES * QUOTE_MS,
    // Real accounts open positions at live quotes only.
    priceSource: MARKET,
    hasLiveQuotes: true,
    atMs: presentMs,
  });
  guard.filterEvent(
    {
      type: 'MarketListed',
      market: MARKET,
      instruments: [instrument],
      staleAfterMs: QUOTES * QUOTE_MS,
    },
    Infinity,
  );
  for (let nth = 0; nth < QUOTES; nth += 1) {
    const atMs = fromMs + nth * QUOTE_MS;
    const quote = buildQuote(toTicks(QUOTE_TICKS), 1, atMs);
    const input = buildMarketEvent(
      { type: 'QuoteArrived', market: MARKET, instrumentId: instrument.id, quote },
      atMs <= presentMs,
    );
    if (input.type === 'Market')
      for (const accepted of guard.filterEvent(input, Infinity)) offer(accepted);
  }
  const status = (): FeedStatus => ({
    market: MARKET,
    phase: 'ended',
    events,
    lastEventMs,
    receivedAgoMs: 0,
    fault: null,
    guard: guard.getStatus(lastEventMs ?? presentMs),
  });
  return {
    curves: null,
    weather: null,
    publicData: null,
    bars: null,
    status,
    whenWeatherLoaded: () => Promise.resolve(),
    quotes: () => guard.getQuotes(),
    stop: () => Promise.resolve(),
  };
}
