/**
 * Lines of a price file, each read into a row of numbers or counted as blank or refused.
 * It knows one row at a time; it refuses rows that cannot be a price of this contract, each with its number and the reason.
 */
import type { Instrument } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import type { PriceColumns } from './csv-columns';
import { type RefusedRow, REFUSED_ROWS_MAX, type Tally, countRow, tally } from './csv-notes';
import { MICROS, PRICE_DECIMALS_MAX, isTooFine, parseMicros, withoutNoise } from './csv-price';
import { type DayOrder, type Stamp, parseStamp } from './csv-stamp';
import { type CsvText, splitFields } from './csv-text';
import { utcMoments } from './local-time';

/** One price row in millionths of the quoted unit. */
export interface PriceRow {
  readonly row: number;
  readonly startsMs: EpochMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface ReadRows {
  readonly rows: PriceRow[];
  readonly rowsRead: number;
  readonly refusedRows: RefusedRow[];
  readonly tallies: Tallies;
  /** How the file's stamps are written; `none` when no row was readable. */
  readonly precision: Stamp['precision'] | 'none';
  readonly zonesGiven: number;
}

export interface Tallies {
  readonly refused: Tally;
  readonly blank: Tally;
  readonly rounded: Tally;
  readonly noise: Tally;
  readonly filled: Tally;
  readonly widened: Tally;
  readonly secondHour: Tally;
}

export interface RowPlan {
  readonly columns: PriceColumns;
  readonly instrument: Instrument;
  readonly order: DayOrder;
  /** Zone of stamps that name none; null reads them as UTC. */
  readonly zone: string | null;
}

/** Reads every line; the counts of rows, blanks and refusals add up to the lines read. */
export function readRows(csv: CsvText, plan: RowPlan): ReadRows {
  const rows: PriceRow[] = [];
  const refusedRows: RefusedRow[] = [];
  const tallies: Tallies = { refused: tally(), blank: tally(), rounded: tally(), noise: tally(), filled: tally(), widened: tally(), secondHour: tally() };
  const seen: Seen = { precision: 'none', zonesGiven: 0, ambiguous: new Set() };
  let rowsRead = 0;
  for (const line of csv.lines()) {
    rowsRead += 1;
    const read = readRow(splitFields(line.text, csv.delimiter), csv.header.length, line.row, plan, tallies, seen);
    if (read === null) countRow(tallies.blank, line.row);
    else if (typeof read !== 'string') rows.push(read);
    else refuseRow(tallies.refused, refusedRows, line.row, read);
  }
  return { rows, rowsRead, refusedRows, tallies, precision: seen.precision, zonesGiven: seen.zonesGiven };
}

export function refuseRow(counted: Tally, list: RefusedRow[], row: number, reason: string): void {
  countRow(counted, row);
  if (list.length < REFUSED_ROWS_MAX) list.push({ row, reason });
}

interface Seen {
  precision: Stamp['precision'] | 'none';
  zonesGiven: number;
  /** Wall times of an autumn hour met once already. */
  readonly ambiguous: Set<number>;
}

/** A row, null when its price is blank, or the reason why it is refused. */
function readRow(fields: readonly string[] | null, width: number, row: number, plan: RowPlan, tallies: Tallies, seen: Seen): PriceRow | null | string {
  if (!fields) return 'a quote is misplaced or not closed on this line';
  const isWidth = fields.length === width || (fields.length > width && fields.slice(width).every((field) => field === ''));
  if (!isWidth) return `it has ${fields.length} columns, the header has ${width}`;
  const startsMs = readStart(fields, row, plan, tallies, seen);
  if (typeof startsMs === 'string') return startsMs;
  const prices = readPrices(fields, row, plan, tallies);
  return prices === null || typeof prices === 'string' ? prices : { row, startsMs, ...prices };
}

function readStart(fields: readonly string[], row: number, plan: RowPlan, tallies: Tallies, seen: Seen): EpochMs | string {
  const { date, time } = plan.columns;
  const text = time === null ? (fields[date] ?? '') : `${fields[date] ?? ''} ${fields[time] ?? ''}`;
  const stamp = parseStamp(text, plan.order);
  if (typeof stamp === 'string') return stamp;
  if (seen.precision === 'none' || stamp.precision === 'time') seen.precision = stamp.precision;
  if (stamp.hasZone) seen.zonesGiven += 1;
  if (stamp.hasZone || stamp.precision !== 'time' || plan.zone === null) return stamp.wallMs;
  const [first, second] = utcMoments(stamp.wallMs, plan.zone);
  if (first === undefined) return `'${text}' does not exist in ${plan.zone}: clocks went forward over it`;
  if (second === undefined || !seen.ambiguous.has(stamp.wallMs)) {
    if (second !== undefined) seen.ambiguous.add(stamp.wallMs);
    return first;
  }
  countRow(tallies.secondHour, row);
  return second;
}

type Prices = Pick<PriceRow, 'open' | 'high' | 'low' | 'close'>;

function readPrices(fields: readonly string[], row: number, plan: RowPlan, tallies: Tallies): Prices | null | string {
  const { price, range } = plan.columns;
  const indices = range ? [range.open, range.high, range.low, price] : [price];
  const texts = indices.map((index) => fields[index] ?? '');
  const values = texts.map(parseMicros);
  const fault = values.find((value) => typeof value === 'string');
  if (typeof fault === 'string') return fault;
  const clean = values.map((value, at) => cleaned(texts[at] ?? '', value as number | null, plan.instrument));
  const close = clean.at(-1)?.micros ?? null;
  if (close === null) return values.some((value) => value !== null) ? 'it has open, high or low but no close' : null;
  const [open, high, low] = range ? clean.map(({ micros }) => micros) : [close, close, close];
  const prices = settled(open ?? null, high ?? null, low ?? null, close);
  if (typeof prices === 'string') return prices;
  const negative = plan.instrument.priceMayBeNegative ? undefined : Object.values(prices.bar).find((micros) => micros <= 0);
  if (negative !== undefined) return `${negative / MICROS} is not above zero, which ${plan.instrument.commodity} cannot be`;
  if (texts.some((text, at) => values[at] !== null && isTooFine(text))) countRow(tallies.rounded, row);
  if (clean.some(({ isNoise }) => isNoise)) countRow(tallies.noise, row);
  if (prices.isFilled) countRow(tallies.filled, row);
  if (prices.isWidened) countRow(tallies.widened, row);
  return prices.bar;
}

function cleaned(text: string, micros: number | null, instrument: Instrument): { readonly micros: number | null; readonly isNoise: boolean } {
  if (micros === null) return { micros, isNoise: false };
  const nearest = withoutNoise(text, micros, tickMicros(instrument));
  return { micros: nearest ?? micros, isNoise: nearest !== null };
}

export const tickMicros = (instrument: Instrument): number => instrument.tick.digits * 10 ** (PRICE_DECIMALS_MAX - instrument.tick.decimals);

/** Beyond this part of the largest price in the row an open or close outside high and low is an error, not a settlement. */
const OUTSIDE_MAX = 0.25;

/** Blanks take the close; an open or a settlement outside the traded range widens it, as settlements are set by committee. */
function settled(open: number | null, high: number | null, low: number | null, close: number): { bar: Prices; isFilled: boolean; isWidened: boolean } | string {
  const isFilled = open === null || high === null || low === null;
  const opened = open ?? close;
  const top = high ?? Math.max(opened, close);
  const bottom = low ?? Math.min(opened, close);
  if (top < bottom) return `its high ${top / MICROS} is below its low ${bottom / MICROS}`;
  const bar = { open: opened, high: Math.max(top, opened, close), low: Math.min(bottom, opened, close), close };
  const outside = Math.max(bar.high - top, bottom - bar.low);
  const largest = Math.max(...Object.values(bar).map(Math.abs));
  if (outside > largest * OUTSIDE_MAX) return `its open ${opened / MICROS} or close ${close / MICROS} is far outside ${bottom / MICROS} to ${top / MICROS}`;
  return { bar, isFilled, isWidened: outside > 0 };
}

