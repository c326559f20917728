/** Parser of the chart answers of Yahoo Finance, of one listed month. Not a documented interface. */
import { formatDay } from '../answer-days';
import { z } from 'zod';
import { createContractInstrument } from '../../../domain/contract';
import type { ContractRow } from '../../../domain/contract-row';
import { type Instrument, parsePrice, toNumber } from '../../../domain/instrument';
import { SECOND_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { getWallTime } from '../../local-time';
import { type FigureBounds, RefusedAnswer, checkNumber, readJson, quoteText } from '../answer';
import type { DailyBarReading, QuoteReading } from '../reading';
import type { ParsedAnswer } from '../source';

/** More days than any range that is requested. */
const BARS_MAX = 2000;

const PriceColumn = z.array(z.number().nullable()).max(BARS_MAX).optional();
const ResultSchema = z.object({
  meta: z.object({
    symbol: z.string(),
    currency: z.string(),
    exchangeTimezoneName: z.string(),
    regularMarketPrice: z.number().nullish(),
    regularMarketTime: z.number().nullish(),
  }),
  timestamp: z.array(z.number()).max(BARS_MAX).nullish(),
  indicators: z.object({
    quote: z
      .array(
        z.object({ open: PriceColumn, high: PriceColumn, low: PriceColumn, close: PriceColumn }),
      )
      .max(1),
  }),
});
const ChartSchema = z.object({
  chart: z.object({
    result: z.array(ResultSchema).max(1).nullish(),
    error: z.object({ code: z.string(), description: z.string() }).nullish(),
  }),
});
type Result = z.infer<typeof ResultSchema>;

/** Clocks of the three venues. */
const ZONES = new Set(['America/New_York', 'America/Chicago']);
const FIRST_SECONDS = Date.UTC(2000, 0, 1) / SECOND_MS;
const LAST_SECONDS = Date.UTC(2100, 0, 1) / SECOND_MS;

interface Units {
  /** From the stated currency to the quoted unit of the contract. */
  readonly factor: number;
  readonly bounds: FigureBounds;
  /** With the tick of the contract. */
  readonly instrument: Instrument;
}

/** Reads quote and daily bars of a listed month. Throws RefusedAnswer. */
export function parseChart(body: Uint8Array, symbol: string, contract: ContractRow): ParsedAnswer {
  const { error, result } = readJson(body, ChartSchema).chart;
  if (error)
    throw new RefusedAnswer(
      `Yahoo answers with the error ${quoteText(error.code)}: ${quoteText(error.description)}`,
    );
  const [found] = result ?? [];
  if (!found) throw new RefusedAnswer(`the answer has no result for ${symbol}`);
  if (found.meta.symbol.toUpperCase() !== symbol)
    throw new RefusedAnswer(`the answer is of ${quoteText(found.meta.symbol)}, expected ${symbol}`);
  if (!ZONES.has(found.meta.exchangeTimezoneName))
    throw new RefusedAnswer(
      `the time zone is ${quoteText(found.meta.exchangeTimezoneName)}, expected New York or Chicago`,
    );
  const units = getUnits(found.meta.currency, symbol, contract);
  const quote = readQuote(found, symbol, units);
  const readings = [...(quote ? [quote] : []), ...listBars(found, symbol, units)];
  if (readings.length === 0)
    throw new RefusedAnswer(`the answer has neither price nor bars of ${symbol}`);
  return { publishedMs: null, readings };
}

/** Prices may be this many times above or below the reference price of the contract. */
const PRICE_FACTOR = 20;

function getUnits(currency: string, symbol: string, contract: ContractRow): Units {
  const isInCents = contract.quotedUnit.startsWith('cents');
  const reference = Number(contract.margin.referencePrice);
  const bounds = {
    what: `a price of ${symbol} in ${contract.quotedUnit}`,
    min: contract.priceMayBeNegative ? -reference : reference / PRICE_FACTOR,
    max: reference * PRICE_FACTOR,
  };
  const instrument = createContractInstrument(contract.commodity, symbol);
  if (currency === 'USX') return { factor: isInCents ? 1 : 0.01, bounds, instrument };
  if (currency === 'USD') return { factor: isInCents ? 100 : 1, bounds, instrument };
  throw new RefusedAnswer(`the currency is ${quoteText(currency)}, expected USD or USX`);
}

/** Ten thousandths: the finest tick. The vendor's prices have the noise of 32-bit numbers. */
const STEPS = 10_000;

const readPrice = (price: number, { factor, bounds }: Units): number =>
  checkNumber(Math.round(price * factor * STEPS) / STEPS + 0, bounds);

const isOnTick = (price: number, { instrument }: Units): boolean =>
  parsePrice(instrument, String(price)) !== null;

const readSeconds = (seconds: number, what: string): EpochMs =>
  checkNumber(seconds, { what, min: FIRST_SECONDS, max: LAST_SECONDS }) * SECOND_MS;

function readQuote({ meta }: Result, symbol: string, units: Units): QuoteReading | null {
  const { regularMarketPrice, regularMarketTime } = meta;
  if (regularMarketPrice === null || regularMarketPrice === undefined) return null;
  if (regularMarketTime === null || regularMarketTime === undefined) return null;
  const price = readPrice(regularMarketPrice, units);
  if (!isOnTick(price, units))
    throw new RefusedAnswer(
      `the price ${price} of ${symbol} is not on its tick of ${toNumber(units.instrument.tick)}`,
    );
  return {
    kind: 'quote',
    symbol,
    atMs: readSeconds(regularMarketTime, 'the time of the price'),
    price,
    bid: null,
    ask: null,
  };
}

/** Bars of days before that of the last trade: a later one may still change. */
function listBars(
  { meta, timestamp, indicators }: Result,
  symbol: string,
  units: Units,
): readonly DailyBarReading[] {
  const [columns] = indicators.quote;
  const times = timestamp ?? [];
  if (times.length === 0 || !columns) return [];
  const { regularMarketTime, exchangeTimezoneName: zone } = meta;
  if (regularMarketTime === null || regularMarketTime === undefined)
    throw new RefusedAnswer('the answer has bars, but no time of the last trade');
  const lastDayMs = getWallTime(
    readSeconds(regularMarketTime, 'the time of the price'),
    zone,
  ).dayMs;
  const { open, high, low, close } = columns;
  for (const column of [open, high, low, close])
    if (column?.length !== times.length)
      throw new RefusedAnswer(
        `the answer has ${times.length} days, but ${column?.length ?? 'no'} prices of a kind`,
      );
  const bars = times.flatMap((seconds, index) => {
    const { dayMs } = getWallTime(readSeconds(seconds, 'the time of a bar'), zone);
    if (dayMs >= lastDayMs) return [];
    const cells = [open?.[index], high?.[index], low?.[index], close?.[index]];
    const bar = readBar(cells, units, formatDay(dayMs));
    return bar ? [{ kind: 'daily bar' as const, symbol, dayMs, ...bar }] : [];
  });
  assertDistinct(bars);
  return bars;
}

type BarPrices = Pick<DailyBarReading, 'open' | 'high' | 'low' | 'close'>;

/**
 * A bar; null where a price is missing or off the tick. Settlement prices of a thin month may lie
 * outside the traded range, and such a bar is none too.
 */
function readBar(
  cells: readonly (number | null | undefined)[],
  units: Units,
  day: string,
): BarPrices | null {
  const prices = cells.flatMap((cell) =>
    cell === null || cell === undefined ? [] : [readPrice(cell, units)],
  );
  const [open, high, low, close] = prices;
  if (open === undefined || high === undefined || low === undefined || close === undefined)
    return null;
  if (high < low)
    throw new RefusedAnswer(`the bar of ${day} has the high ${high} below the low ${low}`);
  const isInside = [open, close].every((price) => price >= low && price <= high);
  const isTraded = prices.every((price) => isOnTick(price, units));
  return isInside && isTraded ? { open, high, low, close } : null;
}

function assertDistinct(bars: readonly DailyBarReading[]): void {
  const days = bars.map(({ dayMs }) => dayMs);
  const twice = days.find((dayMs, index) => days.indexOf(dayMs) !== index);
  if (twice !== undefined)
    throw new RefusedAnswer(`the answer has two bars for ${formatDay(twice)}`);
}
