/** A CSV file of prices made into a history that can be replayed. */
import type { CommodityKey } from '../domain/commodity';
import { frontInstrument } from '../domain/contract';
import type { Instrument } from '../domain/instrument';
import { type Outcome, assert, succeedWith, createRefusal, rejectWith } from '../domain/outcome';
import type { Bar } from '../domain/quote';
import { type Cadence, buildBars, getCadence, countGaps, instrumentFor } from './csv-bars';
import { type ColumnChoice, type PriceColumns, findColumns } from './csv-columns';
import { type CommodityGuess, guessCommodity, guessHub } from './csv-commodity';
import { importNotes } from './csv-import-notes';
import type { ImportNote, RefusedRow } from './csv-notes';
import { orderRows } from './csv-order';
import { readRows } from './csv-rows';
import { columnTexts, sampleRows } from './csv-sample';
import { dayOrder } from './csv-stamp';
import { type CsvText, openCsv } from './csv-text';
import { isZone } from './local-time';

export interface ImportRequest extends ColumnChoice {
  /** The file's name, for guesses and messages. */
  readonly name: string;
  readonly text: string;
  readonly commodity?: CommodityKey | undefined;
  /** Id of the instrument; without it that of the commodity's front instrument. */
  readonly instrumentId?: string | undefined;
  /** IANA zone of stamps that name none; without it they are UTC. */
  readonly zone?: string | undefined;
}

/** How rows became bars: rows = bars + merged + refused + blank. */
export interface ImportCounts {
  readonly rows: number;
  readonly bars: number;
  readonly merged: number;
  readonly refused: number;
  readonly blank: number;
}

export interface ImportedHistory {
  readonly name: string;
  readonly instrument: Instrument;
  readonly bars: readonly Bar[];
  readonly cadence: Cadence;
  /** The usual distance from bar to bar, milliseconds. */
  readonly intervalMs: number;
  /** Names of the columns that were read. */
  readonly columns: {
    readonly date: string;
    readonly time: string | null;
    readonly prices: readonly string[];
  };
  readonly counts: ImportCounts;
  readonly notes: readonly ImportNote[];
  /** The first thousand refused rows; `counts.refused` is their full number. */
  readonly refusedRows: readonly RefusedRow[];
}

/** Imports one file, or refuses it with a sentence that says what to do. */
export function importHistory(request: ImportRequest): Outcome<ImportedHistory> {
  if (request.zone !== undefined && !isZone(request.zone)) {
    return rejectWith(
      createRefusal(
        'INVALID',
        `'${request.zone}' is no time zone. Name one like America/Chicago or UTC.`,
      ),
    );
  }
  const opened = openCsv(request.name, request.text);
  if (!opened.ok) return opened;
  const csv = opened.value;
  const found = findColumns(csv.name, csv.header, sampleRows(csv), request);
  if (!found.ok) return found;
  const priceColumn = csv.header[found.value.price] ?? '';
  const guess = request.commodity
    ? succeedWith({ commodity: request.commodity, because: 'the caller' })
    : guessCommodity(csv.name, priceColumn, csv.header);
  if (!guess.ok) return guess;
  const id =
    request.instrumentId ??
    frontInstrument(guess.value.commodity, guessHub(csv.name, priceColumn, csv.header)).id;
  return importRows(csv, found.value, guess.value, id, request.zone ?? null);
}

function importRows(
  csv: CsvText,
  columns: PriceColumns,
  guess: CommodityGuess,
  id: string,
  zone: string | null,
): Outcome<ImportedHistory> {
  const order = dayOrder(columnTexts(csv, columns.date));
  const { instrument: contract } = instrumentFor(guess.commodity, id, []);
  const read = readRows(csv, { columns, instrument: contract, order: order.order, zone });
  const isLocal = read.precision === 'time' && read.zonesGiven === 0 && zone === null;
  const ordered = orderRows(read.rows, isLocal, read.refusedRows, read.tallies.refused);
  if (ordered.rows.length === 0)
    return noUsableRows(csv.name, read.rowsRead, read.refusedRows[0], columns, csv.header);
  const cadence = getCadence(ordered.rows, read.precision, ordered.intervalMs);
  const { instrument, offTick } = instrumentFor(guess.commodity, id, ordered.rows);
  const bars = buildBars(ordered.rows, instrument, cadence, ordered.intervalMs);
  const { refused: refusedRows, blank } = read.tallies;
  const counts = {
    rows: read.rowsRead,
    bars: bars.length,
    merged: ordered.merged.count,
    refused: refusedRows.count,
    blank: blank.count,
  };
  assert(
    counts.rows === counts.bars + counts.merged + counts.refused + counts.blank,
    `${csv.name}: every row of an import is accounted for`,
  );
  const names = columnNames(csv.header, columns);
  const gaps = countGaps(ordered.rows, ordered.intervalMs);
  const notes = importNotes({
    names,
    guess,
    order,
    read,
    ordered,
    instrument,
    offTick,
    gaps,
    cadence,
    counts,
    zone,
  });
  return succeedWith({
    name: csv.name,
    instrument,
    bars,
    cadence,
    intervalMs: ordered.intervalMs,
    columns: names,
    counts,
    notes,
    refusedRows: read.refusedRows,
  });
}

function columnNames(
  header: readonly string[],
  { date, time, range, price }: PriceColumns,
): ImportedHistory['columns'] {
  const name = (index: number): string => header[index] ?? '';
  return {
    date: name(date),
    time: time === null ? null : name(time),
    prices: range ? [range.open, range.high, range.low, price].map(name) : [name(price)],
  };
}

function noUsableRows(
  name: string,
  rows: number,
  first: RefusedRow | undefined,
  columns: PriceColumns,
  header: readonly string[],
): Outcome<never> {
  if (rows === 0)
    return rejectWith(createRefusal('INVALID', `${name} has a header row and no rows below it.`));
  const why = first
    ? `The first refused is row ${first.row}: ${first.reason}.`
    : 'Every price is blank.';
  const choice = `'${header[columns.date] ?? ''}' was read as the date and '${header[columns.price] ?? ''}' as the price`;
  return rejectWith(
    createRefusal(
      'INVALID',
      `${name}: none of its ${rows.toLocaleString('en-US')} rows is usable. ${why} ${choice}; choose others with --date-column and --column.`,
    ),
  );
}
