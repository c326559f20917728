// Quotes of a market as they are told to pages: the last price of every contract with its age and its source.
import type { QuoteWire } from './messages';
import type { Terminal } from './terminal.server';
import type { CommodityKey } from './trading/domain/commodity';
import { hubOf } from './trading/domain/contract';
import { priceText } from './trading/domain/instrument';
import type { InstrumentMarket } from './trading/engine/state';

const REGION = 'US';

function quoteWire({ instrument, quote, staleAfterMs }: InstrumentMarket, market: string, nowMs: number): QuoteWire[] {
  if (!quote) return [];
  const hub = hubOf(instrument);
  const { lastTicks, bidTicks, askTicks, atMs } = quote;
  return [{
    symbol: instrument.id, commodity: instrument.commodity, price: priceText(instrument, lastTicks), change: null, changePercent: null,
    hub, region: hub === null ? REGION : null, bid: priceText(instrument, bidTicks), ask: priceText(instrument, askTicks),
    asOf: new Date(atMs).toISOString(), source: market, isStale: nowMs - atMs > staleAfterMs,
  }];
}

/** The quotes of some commodities in one market, in the order of its list; contracts without a price have no row. */
export function quoteWires(desk: Terminal, market: string, commodities: readonly CommodityKey[], nowMs: number): QuoteWire[] {
  const contracts = Object.values(desk.state().markets[market]?.instruments ?? {});
  return contracts.filter(({ instrument }) => commodities.includes(instrument.commodity)).flatMap((seen) => quoteWire(seen, market, nowMs));
}
