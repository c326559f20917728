// The quotes of a market as they are told to pages, programs and sockets: one row an instrument, in an order that never changes.
import type { QuoteWire } from './messages';
import type { Terminal } from './terminal.server';
import { COMMODITY_KEYS, type CommodityKey } from './trading/domain/commodity';
import { POWER_HUBS, hubOf } from './trading/domain/contract';
import { DELIVERY_REGIONS } from './trading/domain/delivery';
import { priceNumber, priceText } from './trading/domain/instrument';
import type { EpochMs, Ticks } from './trading/domain/units';
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
    symbol: instrument.id, commodity: instrument.commodity, price: priceText(instrument, quote.lastTicks), ...changeOf(seen, quote.lastTicks),
    hub, region: DELIVERY_REGIONS[instrument.commodity], bid: priceText(instrument, quote.bidTicks), ask: priceText(instrument, quote.askTicks),
    asOf: new Date(quote.atMs).toISOString(), ageSeconds: Math.max(0, Math.round((nowMs - quote.atMs) / 1000)), source: market, isStale: nowMs - quote.atMs > staleAfterMs,
  }];
}

/** Place in every list: commodities in the order of their table, hubs in the order of theirs, other contracts by their ids. */
function compare({ instrument: a }: InstrumentMarket, { instrument: b }: InstrumentMarket): number {
  const hubPlace = (id: string): number => POWER_HUBS.findIndex((hub) => id === `ET-${hub}`);
  const place = COMMODITY_KEYS.indexOf(a.commodity) - COMMODITY_KEYS.indexOf(b.commodity);
  return place || hubPlace(a.id) - hubPlace(b.id) || a.id.localeCompare(b.id);
}

/** The instruments of these commodities that have a quote in a market; none in a market that nobody feeds. `nowMs` is the desk's time. */
export function quoteWires(desk: Pick<Terminal, 'state'>, market: string, commodities: readonly CommodityKey[], nowMs: EpochMs): QuoteWire[] {
  const seen = Object.values(desk.state().markets[market]?.instruments ?? {});
  return seen.filter(({ instrument }) => commodities.includes(instrument.commodity)).sort(compare).flatMap((one) => quoteWire(one, market, nowMs));
}
