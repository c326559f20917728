/** Parses the prices of one row: fills blanks, removes float noise, completes the range. */
import type { Instrument } from '../domain/instrument';
import type { PriceColumns } from './csv-columns';
import { type Tally, countRow } from './csv-notes';
import { MICROS, PRICE_DECIMALS_MAX, isTooFine, parseMicros, removeNoise } from './csv-price';

/** Prices in millionths of the quoted unit. */
interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Corrections by kind; each row counts once per kind. */
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

/** The prices of a row; null when all are blank, or the rejection reason. */
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
  const whole = completeRange(columns.range === null ? [close, close, close] : range, close);
  if (typeof whole === 'string') return whole;
  const fault = findSignError(whole.prices, instrument);
  if (fault) return fault;
  if (cells.some(({ isRounded }) => isRounded)) countRow(tallies.rounded, row);
  if (cells.some(({ isNoise }) => isNoise)) countRow(tallies.noise, row);
  if (whole.isFilled) countRow(tallies.filled, row);
  if (whole.isWidened) countRow(tallies.widened, row);
  return whole.prices;
}

/** Close, open, high, low as far as present, or the first error. */
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
    const nearest = micros === null ? null : removeNoise(text, micros, getTickMicros(instrument));
    cells.push({
      micros: nearest ?? micros,
      isRounded: micros !== null && isTooFine(text),
      isNoise: nearest !== null,
    });
  }
  return cells;
}

/** Tick in millionths of the quoted unit. */
export const getTickMicros = (instrument: Instrument): number =>
  instrument.tick.digits * 10 ** (PRICE_DECIMALS_MAX - instrument.tick.decimals);

function findSignError(prices: Prices, instrument: Instrument): string | null {
  if (instrument.priceMayBeNegative || prices.low > 0) return null;
  return `${prices.low / MICROS} is not above zero, which ${instrument.commodity} cannot be`;
}

/**
 * An open or close further outside high and low than this fraction of the price is an error, not a
 * settlement.
 */
const OUTSIDE_MAX = 0.25;

interface CompletedRange {
  readonly prices: Prices;
  readonly isFilled: boolean;
  readonly isWidened: boolean;
}

/**
 * Fills blanks with the close. An open or settlement outside the range widens it, because
 * settlements are set by committee.
 */
function completeRange(
  [open = null, high = null, low = null]: readonly (number | null)[],
  close: number,
): CompletedRange | string {
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
