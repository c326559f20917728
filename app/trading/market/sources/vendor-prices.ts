/** Delayed quotes and daily bars of a vendor, as prices of contract months. */
import { getContractCosts } from '../../domain/contract';
import { type Instrument, parsePrice } from '../../domain/instrument';
import { type Bar, type Quote, buildQuote } from '../../domain/quote';
import { DAY_MS } from '../../domain/time';
import type { EpochMs, Ticks } from '../../domain/units';
import type { BarStore } from '../daily-bars';
import type { PublicationStore, PublishedReading } from './publication-store';
import type { DailyBarReading, QuoteReading } from './reading';
import { findListedInstrument } from './yahoo/listed-month';

/** Prices of a contract that are new. */
export interface PriceChange {
  readonly instrumentId: string;
  readonly hasNewBars: boolean;
}

/** The newest quote by contract. */
export interface DelayedQuotes {
  /** Ids of contracts with a quote. */
  listQuoted(): readonly string[];
  findQuote(instrumentId: string): Quote | null;
}

interface VendorPrices extends BarStore, DelayedQuotes {
  /** Adds readings of other kinds too, which change nothing. Returns what changed, by contract. */
  addReadings(readings: readonly PublishedReading[]): readonly PriceChange[];
}

/** A contract trades for at most this long; vendors send the bars of a month. */
const BARS_BACK_MS = 400 * DAY_MS;
/** Longer than any closure: older quotes are not the last prices. */
const QUOTES_BACK_MS = 10 * DAY_MS;

/** Prices of what is stored. */
export function loadVendorPrices(
  store: Pick<PublicationStore, 'listReadings'>,
  nowMs: EpochMs,
): VendorPrices {
  const prices = createVendorPrices();
  prices.addReadings(store.listReadings('daily bar', nowMs - BARS_BACK_MS));
  prices.addReadings(store.listReadings('quote', nowMs - QUOTES_BACK_MS));
  return prices;
}

interface VersionedBar {
  readonly bar: Bar;
  readonly publishedMs: EpochMs;
}

/** Prices of no contract. */
export function createVendorPrices(): VendorPrices {
  const barsById = new Map<string, Map<EpochMs, VersionedBar>>();
  const quotes = new Map<string, Quote>();
  const addBar = ({ id }: Instrument, bar: Bar, publishedMs: EpochMs): boolean => {
    const bars = barsById.get(id) ?? new Map<EpochMs, VersionedBar>();
    barsById.set(id, bars);
    if ((bars.get(bar.startsMs)?.publishedMs ?? -Infinity) > publishedMs) return false;
    bars.set(bar.startsMs, { bar, publishedMs });
    return true;
  };
  const addQuote = ({ id }: Instrument, quote: Quote): boolean => {
    if ((quotes.get(id)?.atMs ?? -Infinity) > quote.atMs) return false;
    quotes.set(id, quote);
    return true;
  };
  return {
    addReadings(readings) {
      const changes = new Map<string, PriceChange>();
      for (const { reading, publishedMs } of readings) {
        if (reading.kind !== 'quote' && reading.kind !== 'daily bar') continue;
        const instrument = findListedInstrument(reading.symbol);
        if (!instrument) continue;
        const bar = reading.kind === 'daily bar' ? buildBar(instrument, reading) : null;
        const quote = reading.kind === 'quote' ? buildDelayedQuote(instrument, reading) : null;
        const isBarNew = bar !== null && addBar(instrument, bar, publishedMs);
        const isQuoteNew = quote !== null && addQuote(instrument, quote);
        if (!isBarNew && !isQuoteNew) continue;
        const instrumentId = instrument.id;
        const hasNewBars = isBarNew || changes.get(instrumentId)?.hasNewBars === true;
        changes.set(instrumentId, { instrumentId, hasNewBars });
      }
      return [...changes.values()];
    },
    listContracts: () => [...barsById.keys()],
    listBars: (id) =>
      [...(barsById.get(id)?.values() ?? [])]
        .map(({ bar }) => bar)
        .sort((a, b) => a.startsMs - b.startsMs),
    listQuoted: () => [...quotes.keys()],
    findQuote: (id) => quotes.get(id) ?? null,
  };
}

/** Null off the tick. The parser has removed the noise of binary fractions. */
const toContractTicks = (instrument: Instrument, price: number): Ticks | null =>
  parsePrice(instrument, String(price));

/** A quote with the time of the venue; bid and ask that are missing come from the half-spread. */
function buildDelayedQuote(
  instrument: Instrument,
  { atMs, price, bid, ask }: QuoteReading,
): Quote | null {
  const lastTicks = toContractTicks(instrument, price);
  if (lastTicks === null) return null;
  const quote = buildQuote(lastTicks, getContractCosts(instrument).halfSpreadTicks, atMs);
  if (bid === null || ask === null) return quote;
  const bidTicks = toContractTicks(instrument, bid);
  const askTicks = toContractTicks(instrument, ask);
  return bidTicks === null || askTicks === null ? null : { ...quote, bidTicks, askTicks };
}

function buildBar(instrument: Instrument, reading: DailyBarReading): Bar | null {
  const openTicks = toContractTicks(instrument, reading.open);
  const highTicks = toContractTicks(instrument, reading.high);
  const lowTicks = toContractTicks(instrument, reading.low);
  const closeTicks = toContractTicks(instrument, reading.close);
  if (openTicks === null || highTicks === null || lowTicks === null || closeTicks === null)
    return null;
  const { dayMs } = reading;
  const span = { startsMs: dayMs, endsMs: dayMs + DAY_MS - 1 };
  return { openTicks, highTicks, lowTicks, closeTicks, ...span };
}
