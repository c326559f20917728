/** Parses the lines of a price file into rows, or counts them as blank or refused. */
import type { Instrument } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import { type PriceTallies, readPrices } from './csv-cells';
import type { PriceColumns } from './csv-columns';
import { type RefusedRow, REFUSED_ROWS_MAX, type Tally, countRow, createTally } from './csv-notes';
import { type DayOrder, type Stamp, parseStamp } from './csv-stamp';
import { type CsvText, splitFields } from './csv-text';
import { listUtcMoments } from './local-time';

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
  /** Precision of the stamps; `none` without a readable row. */
  readonly precision: Stamp['precision'] | 'none';
  readonly zonesGiven: number;
}

export interface Tallies extends PriceTallies {
  readonly refused: Tally;
  readonly blank: Tally;
  readonly secondHour: Tally;
}

interface RowPlan {
  readonly columns: PriceColumns;
  readonly instrument: Instrument;
  readonly order: DayOrder;
  /** Zone of stamps without offset; null means UTC. */
  readonly zone: string | null;
}

/** Parses all lines. Rows, blanks and refusals add up to the lines read. */
export function readRows(csv: CsvText, plan: RowPlan): ReadRows {
  const rows: PriceRow[] = [];
  const refusedRows: RefusedRow[] = [];
  const tallies: Tallies = {
    refused: createTally(),
    blank: createTally(),
    rounded: createTally(),
    noise: createTally(),
    filled: createTally(),
    widened: createTally(),
    secondHour: createTally(),
  };
  const stampState: StampState = { precision: 'none', zonesGiven: 0, ambiguous: new Set() };
  let rowsRead = 0;
  for (const line of csv.lines()) {
    rowsRead += 1;
    const read = readRow(
      splitFields(line.text, csv.delimiter),
      csv.header.length,
      line.row,
      plan,
      tallies,
      stampState,
    );
    if (read === null) countRow(tallies.blank, line.row);
    else if (typeof read !== 'string') rows.push(read);
    else rejectRow(tallies.refused, refusedRows, line.row, read);
  }
  return {
    rows,
    rowsRead,
    refusedRows,
    tallies,
    precision: stampState.precision,
    zonesGiven: stampState.zonesGiven,
  };
}

export function rejectRow(counted: Tally, list: RefusedRow[], row: number, reason: string): void {
  countRow(counted, row);
  if (list.length < REFUSED_ROWS_MAX) list.push({ row, reason });
}

interface StampState {
  precision: Stamp['precision'] | 'none';
  zonesGiven: number;
  /** Local times of a repeated autumn hour seen once. */
  readonly ambiguous: Set<number>;
}

/** A row, null when its price is blank, or the rejection reason. */
function readRow(
  fields: readonly string[] | null,
  width: number,
  row: number,
  plan: RowPlan,
  tallies: Tallies,
  stampState: StampState,
): PriceRow | null | string {
  if (!fields) return 'a quote is misplaced or not closed on this line';
  const isWidth =
    fields.length === width ||
    (fields.length > width && fields.slice(width).every((field) => field === ''));
  if (!isWidth) return `it has ${fields.length} columns, the header has ${width}`;
  const startsMs = readStart(fields, row, plan, tallies, stampState);
  if (typeof startsMs === 'string') return startsMs;
  const prices = readPrices(fields, row, plan.columns, plan.instrument, tallies);
  return prices === null || typeof prices === 'string' ? prices : { row, startsMs, ...prices };
}

function readStart(
  fields: readonly string[],
  row: number,
  plan: RowPlan,
  tallies: Tallies,
  stampState: StampState,
): EpochMs | string {
  const text = getStampText(fields, plan.columns);
  const stamp = parseStamp(text, plan.order);
  if (typeof stamp === 'string') return stamp;
  if (stampState.precision === 'none' || stamp.precision === 'time')
    stampState.precision = stamp.precision;
  if (stamp.hasZone) stampState.zonesGiven += 1;
  if (stamp.hasZone || stamp.precision !== 'time' || plan.zone === null) return stamp.wallMs;
  const [first, second] = listUtcMoments(stamp.wallMs, plan.zone);
  if (first === undefined)
    return `'${text}' does not exist in ${plan.zone}: clocks went forward over it`;
  if (second === undefined) return first;
  if (!stampState.ambiguous.has(stamp.wallMs)) {
    stampState.ambiguous.add(stamp.wallMs);
    return first;
  }
  countRow(tallies.secondHour, row);
  return second;
}

function getStampText(fields: readonly string[], { date, time }: PriceColumns): string {
  const text = fields[date] ?? '';
  return time === null ? text : `${text} ${fields[time] ?? ''}`;
}
