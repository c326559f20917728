/** Converts rows of a weather file to ordered unique days. */
import type { EpochMs } from '../domain/units';
import { type RefusedRow, type Tally, countRow, createTally } from '../market/csv-notes';
import { MICROS, parseMicros } from '../market/csv-price';
import { rejectRow } from '../market/csv-rows';
import { iterateColumn } from '../market/csv-sample';
import { type DayOrder, detectDayOrder, parseStamp } from '../market/csv-stamp';
import { type CsvText, splitFields } from '../market/csv-text';
import type { WeatherColumns } from './weather-columns';
import { DAY_MS } from '../domain/time';

export interface WeatherDay {
  readonly row: number;
  /** Midnight UTC of the day. */
  readonly validMs: EpochMs;
  /** Values by column index. */
  readonly cells: Readonly<Record<number, number>>;
  /** Values by series name. */
  readonly values: Readonly<Record<string, number>>;
}

export interface ReadDays {
  readonly days: readonly WeatherDay[];
  readonly rowsRead: number;
  readonly refusedRows: RefusedRow[];
  readonly tallies: Readonly<
    Record<'refused' | 'merged' | 'blank' | 'unreadable' | 'elsewhere' | 'unordered', Tally>
  >;
}

interface DayPlan {
  readonly columns: WeatherColumns;
  readonly date: number;
  readonly place: string | null;
}

/** Reads all rows into days or counters. */
export function readDays(csv: CsvText, plan: DayPlan): ReadDays {
  const tallies = {
    refused: createTally(),
    merged: createTally(),
    blank: createTally(),
    unreadable: createTally(),
    elsewhere: createTally(),
    unordered: createTally(),
  };
  const refusedRows: RefusedRow[] = [];
  const { order } = detectDayOrder(iterateColumn(csv, plan.date));
  const byDay = new Map<EpochMs, WeatherDay>();
  let rowsRead = 0;
  let lastMs = -Infinity;
  for (const line of csv.lines()) {
    rowsRead += 1;
    const read = readDay(
      splitFields(line.text, csv.delimiter),
      line.row,
      csv.header.length,
      plan,
      order,
    );
    if (read === 'elsewhere') countRow(tallies.elsewhere, line.row);
    else if (typeof read === 'string') rejectRow(tallies.refused, refusedRows, line.row, read);
    else {
      if (read.validMs < lastMs) countRow(tallies.unordered, line.row);
      lastMs = read.validMs;
      addDay(read, byDay, tallies, refusedRows);
    }
  }
  return {
    days: [...byDay.values()].sort((a, b) => a.validMs - b.validMs),
    rowsRead,
    refusedRows,
    tallies,
  };
}

interface RawDay extends WeatherDay {
  readonly unreadable: boolean;
}

function addDay(
  day: RawDay,
  byDay: Map<EpochMs, WeatherDay>,
  tallies: ReadDays['tallies'],
  refusedRows: RefusedRow[],
): void {
  const { unreadable, ...read } = day;
  if (unreadable) countRow(tallies.unreadable, day.row);
  const earlier = byDay.get(day.validMs);
  if (Object.keys(day.cells).length === 0) countRow(tallies.blank, day.row);
  else if (!earlier) byDay.set(day.validMs, read);
  else if (JSON.stringify(earlier.cells) === JSON.stringify(day.cells))
    countRow(tallies.merged, day.row);
  else
    rejectRow(
      tallies.refused,
      refusedRows,
      day.row,
      `row ${earlier.row} gave the same day other values; the first stands`,
    );
}

function readDay(
  fields: readonly string[] | null,
  row: number,
  width: number,
  plan: DayPlan,
  order: DayOrder,
): RawDay | string {
  if (!fields) return 'a quote is misplaced or not closed on this line';
  if (fields.length !== width) return `it has ${fields.length} columns, the header has ${width}`;
  if (plan.place !== null && fields[plan.columns.place ?? -1] !== plan.place) return 'elsewhere';
  const stamp = parseStamp(fields[plan.date] ?? '', order);
  if (typeof stamp === 'string') return stamp;
  if (stamp.precision === 'month') return 'it stands for a month; daily weather is needed';
  if (stamp.wallMs % DAY_MS !== 0) return 'it stands for a time of day; daily weather is needed';
  const cells: Record<number, number> = {};
  const values: Record<string, number> = {};
  let unreadable = false;
  for (const { index, name } of plan.columns.series) {
    const micros = parseMicros(fields[index] ?? '');
    if (typeof micros === 'string') unreadable = true;
    if (typeof micros !== 'number') continue;
    cells[index] = micros / MICROS;
    values[name] = micros / MICROS;
  }
  return { row, validMs: stamp.wallMs, cells, values, unreadable };
}
