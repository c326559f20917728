// The quotes of a market as they are told to pages, programs and sockets: one row a chain, of its active month, in an order that never changes.
import type { QuoteWire } from './messages';
import type { Terminal } from './terminal.server';
import { COMMODITY_KEYS, type CommodityKey } from './trading/domain/commodity';
import { POWER_HUBS, hubOf } from './trading/domain/contract';
import { DELIVERY_REGIONS } from './trading/domain/delivery';
import { chainOf, priceNumber, priceText } from './trading/domain/instrument';
import type { EpochMs, Ticks } from './trading/domain/units';
import { tradedContracts } from './trading/engine/chain';
import type { InstrumentMarket } from './trading/engine/state';

type Change = Pick<QuoteWire, 'change' | 'changePercent'>;

/** A price may pass through zero: percent is of the size of the base, and there is none of a base of zero. */
function changeOf({ instrument, dayBaseTicks }: InstrumentMarket, lastTicks: Ticks): Change {
  if (dayBaseTicks === null) return { change: null, changePercent: null };
  const moved = lastTicks - dayBaseTicks;
  return { change: priceNumber(instrument, moved), changePercent: dayBaseTicks === 0 ? null : (moved / Math.abs(dayBaseTicks)) * 100 };
}

function quoteWire(seen: InstrumentMarket, market: string, nowMs: EpochMs): QuoteWire[] {
  const { instrument, quote, staleAfterMs } = seen;
  if (quote === null) return [];
  const hub = hubOf(instrument);
  return [{
    symbol: chainOf(instrument), contract: instrument.contract?.code ?? null, commodity: instrument.commodity, price: priceText(instrument, quote.lastTicks), ...changeOf(seen, quote.lastTicks),
    hub, region: DELIVERY_REGIONS[instrument.commodity], bid: priceText(instrument, quote.bidTicks), ask: priceText(instrument, quote.askTicks),
    asOf: new Date(quote.atMs).toISOString(), ageSeconds: Math.max(0, Math.round((nowMs - quote.atMs) / 1000)), source: market, isStale: nowMs - quote.atMs > staleAfterMs,
  }];
}

/** Place in every list: commodities in the order of their table, hubs in the order of theirs, other contracts by their ids. */
function compare({ instrument: a }: InstrumentMarket, { instrument: b }: InstrumentMarket): number {
  const hubPlace = (chain: string): number => POWER_HUBS.findIndex((hub) => chain === `ET-${hub}`);
  const place = COMMODITY_KEYS.indexOf(a.commodity) - COMMODITY_KEYS.indexOf(b.commodity);
  return place || hubPlace(chainOf(a)) - hubPlace(chainOf(b)) || a.id.localeCompare(b.id);
}

/** What is traded of these commodities and has a quote in a market, of a chain its active month alone; none in a market that nobody feeds. `nowMs` is the desk's time. */
export function quoteWires(desk: Pick<Terminal, 'state'>, market: string, commodities: readonly CommodityKey[], nowMs: EpochMs): QuoteWire[] {
  const traded = tradedContracts(desk.state().markets[market], null, nowMs);
  return traded.filter(({ instrument }) => commodities.includes(instrument.commodity)).sort(compare).flatMap((one) => quoteWire(one, market, nowMs));
}
