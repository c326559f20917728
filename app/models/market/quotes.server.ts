// Quote list of a market: one row per root symbol for its active month, in a fixed order.

import type { Terminal } from '../desk/terminal';
import { createViewCache } from '../desk/view-cache';
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { POWER_HUBS, getHub } from '../../trading/domain/contract';
import { DELIVERY_REGIONS } from '../../trading/domain/delivery-regions';
import { getChain, toPriceNumber, toPriceText } from '../../trading/domain/instrument';
import type { EpochMs, Ticks } from '../../trading/domain/units';
import { listTradedContracts } from '../../trading/engine/chain';
import type { DeskState, InstrumentMarket } from '../../trading/engine/state';
import { type CashRow, type FrontRow, buildCashRows } from '../../trading/market/regional-cash';
import type { CashDto, QuoteDto } from '../../contracts/api/quotes';
import { formatIsoTime } from '../../trading/domain/format';

type Change = Pick<QuoteDto, 'change' | 'changePercent'>;

/** Percent of the absolute base, since prices may be negative; null for a zero base. */
export function computeChange(
  { instrument, dayBaseTicks }: InstrumentMarket,
  lastTicks: Ticks,
): Change {
  if (dayBaseTicks === null) return { change: null, changePercent: null };
  const moved = lastTicks - dayBaseTicks;
  return {
    change: toPriceNumber(instrument, moved),
    changePercent: dayBaseTicks === 0 ? null : (moved / Math.abs(dayBaseTicks)) * 100,
  };
}

function serializeQuote(
  instrumentMarket: InstrumentMarket,
  market: string,
  nowMs: EpochMs,
): QuoteDto[] {
  const { instrument, quote, staleAfterMs, dayHighTicks, dayLowTicks, priceSource } =
    instrumentMarket;
  if (quote === null) return [];
  const hub = getHub(instrument);
  return [
    {
      kind: 'quote',
      note: null,
      symbol: getChain(instrument),
      contract: instrument.contract?.code ?? null,
      commodity: instrument.commodity,
      price: toPriceText(instrument, quote.lastTicks),
      ...computeChange(instrumentMarket, quote.lastTicks),
      hub,
      region: DELIVERY_REGIONS[instrument.commodity],
      bid: toPriceText(instrument, quote.bidTicks),
      ask: toPriceText(instrument, quote.askTicks),
      high: dayHighTicks === null ? null : toPriceText(instrument, dayHighTicks),
      low: dayLowTicks === null ? null : toPriceText(instrument, dayLowTicks),
      // No feed has volume: the simulated market has none and histories are read without it.
      volume: null,
      expiresAt: formatIsoTime(instrument.contract?.expiresMs ?? null),
      asOf: formatIsoTime(quote.atMs),
      ageSeconds: Math.max(0, Math.round((nowMs - quote.atMs) / 1000)),
      source: priceSource ?? market,
      isStale: nowMs - quote.atMs > staleAfterMs,
    },
  ];
}

/** Sort order: commodity table, then hub table, then contract id. */
function compareQuotes(
  { instrument: a }: InstrumentMarket,
  { instrument: b }: InstrumentMarket,
): number {
  const getHubIndex = (chain: string): number =>
    POWER_HUBS.findIndex((hub) => chain === `ET-${hub}`);
  const commodityOrder = COMMODITY_KEYS.indexOf(a.commodity) - COMMODITY_KEYS.indexOf(b.commodity);
  return (
    commodityOrder ||
    getHubIndex(getChain(a)) - getHubIndex(getChain(b)) ||
    a.id.localeCompare(b.id)
  );
}

interface UntradedPrice {
  readonly price: string;
  readonly change: number | null;
  readonly asOfMs: EpochMs;
}

/** Fields of a price that cannot be traded. The percentage is of the absolute price before. */
export function buildUntradedPrice({ price, change, asOfMs }: UntradedPrice, nowMs: EpochMs) {
  const base = change === null ? 0 : Number(price) - change;
  return {
    price,
    change,
    changePercent: change === null || base === 0 ? null : (change / Math.abs(base)) * 100,
    contract: null,
    bid: null,
    ask: null,
    high: null,
    low: null,
    volume: null,
    expiresAt: null,
    asOf: formatIsoTime(asOfMs),
    ageSeconds: Math.max(0, Math.round((nowMs - asOfMs) / 1000)),
  };
}

/** The change of a cash price equals that of its source quotes. */
function serializeCash(
  { commodity, region, price, change, asOfMs, from, text }: CashRow,
  market: string,
  nowMs: EpochMs,
  isStale: boolean,
): CashDto {
  return {
    ...buildUntradedPrice({ price, change, asOfMs }, nowMs),
    kind: 'cash',
    note: text,
    symbol: `${COMMODITIES[commodity].symbolPrefix}-${region}`,
    commodity,
    hub: null,
    region,
    source: `${market}, ${from.join(' + ')}`,
    isStale,
  };
}

const toFrontRow = ({ symbol, commodity, hub, price, change, asOf }: QuoteDto): FrontRow => ({
  symbol,
  commodity,
  hub: POWER_HUBS.find((one) => one === hub) ?? null,
  price: Number(price),
  change,
  asOfMs: Date.parse(asOf),
});

/** Quotes followed by cash prices of regions without a future. */
export function appendCashPrices(
  quotes: readonly QuoteDto[],
  market: string,
  nowMs: EpochMs,
): (QuoteDto | CashDto)[] {
  const stale = new Set(quotes.filter(({ isStale }) => isStale).map(({ symbol }) => symbol));
  const cash = buildCashRows(quotes.map(toFrontRow)).map((row) =>
    serializeCash(
      row,
      market,
      nowMs,
      row.from.some((symbol) => stale.has(symbol)),
    ),
  );
  return [...quotes, ...cash];
}

/**
 * Quotes of traded contracts, active month only; none in a market without a feed. `nowMs` is server
 * time.
 */
export function listQuoteDtos(
  desk: Pick<Terminal, 'state'>,
  market: string,
  commodities: readonly CommodityKey[],
  nowMs: EpochMs,
): QuoteDto[] {
  return listAllQuotes(desk.state(), market, nowMs).filter(({ commodity }) =>
    commodities.includes(commodity),
  );
}

const cacheQuotes = createViewCache<readonly QuoteDto[]>();

const listAllQuotes = (state: DeskState, market: string, nowMs: EpochMs): readonly QuoteDto[] =>
  cacheQuotes(state, `${market} ${nowMs}`, () =>
    [...listTradedContracts(state.markets[market], null, nowMs)]
      .sort(compareQuotes)
      .flatMap((one) => serializeQuote(one, market, nowMs)),
  );
