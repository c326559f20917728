// The quotes of a market as they are told to pages, programs and sockets: one row a chain, of its
// active month, in an order that never changes.

import type { Terminal } from '../desk/terminal';
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { POWER_HUBS, getHub } from '../../trading/domain/contract';
import { DELIVERY_REGIONS } from '../../trading/domain/delivery';
import { getChain, priceNumber, priceText } from '../../trading/domain/instrument';
import type { EpochMs, Ticks } from '../../trading/domain/units';
import { listTradedContracts } from '../../trading/engine/chain';
import type { InstrumentMarket } from '../../trading/engine/state';
import { type CashRow, type FrontRow, cashRows } from '../../trading/market/regional-cash';
import type { CashDto, QuoteDto } from '../../contracts/api/quotes';
import { isoMoment } from '../../trading/domain/format';

type Change = Pick<QuoteDto, 'change' | 'changePercent'>;

/**
 * A price may pass through zero: percent is of the size of the base, and there is none of a base of
 * zero.
 */
function buildChange({ instrument, dayBaseTicks }: InstrumentMarket, lastTicks: Ticks): Change {
  if (dayBaseTicks === null) return { change: null, changePercent: null };
  const moved = lastTicks - dayBaseTicks;
  return {
    change: priceNumber(instrument, moved),
    changePercent: dayBaseTicks === 0 ? null : (moved / Math.abs(dayBaseTicks)) * 100,
  };
}

function quoteWire(seen: InstrumentMarket, market: string, nowMs: EpochMs): QuoteDto[] {
  const { instrument, quote, staleAfterMs } = seen;
  if (quote === null) return [];
  const hub = getHub(instrument);
  return [
    {
      kind: 'quote',
      note: null,
      symbol: getChain(instrument),
      contract: instrument.contract?.code ?? null,
      commodity: instrument.commodity,
      price: priceText(instrument, quote.lastTicks),
      ...buildChange(seen, quote.lastTicks),
      hub,
      region: DELIVERY_REGIONS[instrument.commodity],
      bid: priceText(instrument, quote.bidTicks),
      ask: priceText(instrument, quote.askTicks),
      asOf: isoMoment(quote.atMs),
      ageSeconds: Math.max(0, Math.round((nowMs - quote.atMs) / 1000)),
      source: market,
      isStale: nowMs - quote.atMs > staleAfterMs,
    },
  ];
}

/**
 * Place in every list: commodities in the order of their table, hubs in the order of theirs, other
 * contracts by their ids.
 */
function compareQuotes(
  { instrument: a }: InstrumentMarket,
  { instrument: b }: InstrumentMarket,
): number {
  const hubPlace = (chain: string): number => POWER_HUBS.findIndex((hub) => chain === `ET-${hub}`);
  const place = COMMODITY_KEYS.indexOf(a.commodity) - COMMODITY_KEYS.indexOf(b.commodity);
  return place || hubPlace(getChain(a)) - hubPlace(getChain(b)) || a.id.localeCompare(b.id);
}

/**
 * Percent of the base, as for a quote; the change of a cash price is that of what it is made of.
 */
function cashWire(
  { commodity, region, price, change, asOfMs, from, text }: CashRow,
  market: string,
  nowMs: EpochMs,
  isStale: boolean,
): CashDto {
  const base = change === null ? 0 : Number(price) - change;
  return {
    kind: 'cash',
    note: text,
    symbol: `${COMMODITIES[commodity].symbolPrefix}-${region}`,
    contract: null,
    commodity,
    price,
    change,
    changePercent: change === null || base === 0 ? null : (change / Math.abs(base)) * 100,
    hub: null,
    region,
    bid: null,
    ask: null,
    asOf: isoMoment(asOfMs),
    ageSeconds: Math.max(0, Math.round((nowMs - asOfMs) / 1000)),
    source: `${market}, ${from.join(' + ')}`,
    isStale,
  };
}

const buildFront = ({ symbol, commodity, hub, price, change, asOf }: QuoteDto): FrontRow => ({
  symbol,
  commodity,
  hub: POWER_HUBS.find((one) => one === hub) ?? null,
  price: Number(price),
  change,
  asOfMs: Date.parse(asOf),
});

/**
 * The quotes with the cash prices of regions in which no future delivers after them, each marked as
 * such; a region without its fronts has none.
 */
export function quotesWithCash(
  quotes: readonly QuoteDto[],
  market: string,
  nowMs: EpochMs,
): (QuoteDto | CashDto)[] {
  const stale = new Set(quotes.filter(({ isStale }) => isStale).map(({ symbol }) => symbol));
  const cash = cashRows(quotes.map(buildFront)).map((row) =>
    cashWire(
      row,
      market,
      nowMs,
      row.from.some((symbol) => stale.has(symbol)),
    ),
  );
  return [...quotes, ...cash];
}

/**
 * What is traded of these commodities and has a quote in a market, of a chain its active month
 * alone; none in a market that nobody feeds. `nowMs` is the desk's time.
 */
export function quoteWires(
  desk: Pick<Terminal, 'state'>,
  market: string,
  commodities: readonly CommodityKey[],
  nowMs: EpochMs,
): QuoteDto[] {
  const traded = listTradedContracts(desk.state().markets[market], null, nowMs);
  return traded
    .filter(({ instrument }) => commodities.includes(instrument.commodity))
    .sort(compareQuotes)
    .flatMap((one) => quoteWire(one, market, nowMs));
}
