/** The prices of one row: blanks filled, noise taken off, the range made whole. */
import type { Instrument } from '../domain/instrument';
import type { PriceColumns } from './csv-columns';
import { type Tally, countRow } from './csv-notes';
import { MICROS, PRICE_DECIMALS_MAX, isTooFine, parseMicros, withoutNoise } from './csv-price';

/** Prices of a bar in millionths of the quoted unit. */
interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** What reading a price took; each row is counted once in each. */
export interface PriceTallies {
  readonly rounded: Tally;
  readonly noise: Tally;
  readonly filled: Tally;
  readonly widened: Tally;
}

interface Cell {
  readonly micros: number | null;
  readonly isRounded: boolean;
  readonly isNoise: boolean;
}

/** A row's prices, null when all are blank, or the reason why the row is refused. */
export function readPrices(
  fields: readonly string[],
  row: number,
  columns: PriceColumns,
  instrument: Instrument,
  tallies: PriceTallies,
): Prices | null | string {
  const cells = listCells(fields, columns, instrument);
  if (typeof cells === 'string') return cells;
  const [close, ...range] = cells.map(({ micros }) => micros);
  if (close === undefined || close === null)
    return range.some((micros) => micros !== null) ? 'it has open, high or low but no close' : null;
  const whole = wholeRange(columns.range === null ? [close, close, close] : range, close);
  if (typeof whole === 'string') return whole;
  const fault = signFault(whole.prices, instrument);
  if (fault) return fault;
  if (cells.some(({ isRounded }) => isRounded)) countRow(tallies.rounded, row);
  if (cells.some(({ isNoise }) => isNoise)) countRow(tallies.noise, row);
  if (whole.isFilled) countRow(tallies.filled, row);
  if (whole.isWidened) countRow(tallies.widened, row);
  return whole.prices;
}

/** Close, open, high and low as far as the file has them, or the first fault. */
function listCells(
  fields: readonly string[],
  { price, range }: PriceColumns,
  instrument: Instrument,
): readonly Cell[] | string {
  const indices = range ? [price, range.open, range.high, range.low] : [price];
  const cells: Cell[] = [];
  for (const index of indices) {
    const text = fields[index] ?? '';
    const micros = parseMicros(text);
    if (typeof micros === 'string') return micros;
    const nearest = micros === null ? null : withoutNoise(text, micros, tickMicros(instrument));
    cells.push({
      micros: nearest ?? micros,
      isRounded: micros !== null && isTooFine(text),
      isNoise: nearest !== null,
    });
  }
  return cells;
}

/** An instrument's tick in millionths of the quoted unit. */
export const tickMicros = (instrument: Instrument): number =>
  instrument.tick.digits * 10 ** (PRICE_DECIMALS_MAX - instrument.tick.decimals);

function signFault(prices: Prices, instrument: Instrument): string | null {
  if (instrument.priceMayBeNegative || prices.low > 0) return null;
  return `${prices.low / MICROS} is not above zero, which ${instrument.commodity} cannot be`;
}

/**
 * Beyond this part of the largest price in the row an open or close outside high and low is an
 * error, not a settlement.
 */
const OUTSIDE_MAX = 0.25;

interface WholeRange {
  readonly prices: Prices;
  readonly isFilled: boolean;
  readonly isWidened: boolean;
}

/**
 * Blanks take the close; an open or a settlement outside the traded range widens it, as settlements
 * are set by committee.
 */
function wholeRange(
  [open = null, high = null, low = null]: readonly (number | null)[],
  close: number,
): WholeRange | string {
  const opened = open ?? close;
  const top = high ?? Math.max(opened, close);
  const bottom = low ?? Math.min(opened, close);
  if (top < bottom) return `its high ${top / MICROS} is below its low ${bottom / MICROS}`;
  const prices = {
    open: opened,
    high: Math.max(top, opened, close),
    low: Math.min(bottom, opened, close),
    close,
  };
  const outside = Math.max(prices.high - top, bottom - prices.low);
  const largest = Math.max(...Object.values(prices).map(Math.abs));
  if (outside > largest * OUTSIDE_MAX)
    return `its open ${opened / MICROS} or close ${close / MICROS} is far outside ${bottom / MICROS} to ${top / MICROS}`;
  return { prices, isFilled: [open, high, low].includes(null), isWidened: outside > 0 };
}
