/** Imports a CSV file of prices as a history for replay. */
import type { CommodityKey } from '../domain/commodity';
import { getFrontInstrument } from '../domain/contract';
import type { Instrument } from '../domain/instrument';
import { type Outcome, assert, succeedWith, createRefusal, rejectWith } from '../domain/outcome';
import type { Bar } from '../domain/quote';
import { type Cadence, buildBars, getCadence, countGaps, chooseInstrument } from './csv-bars';
import { type ColumnChoice, type PriceColumns, findColumns } from './csv-columns';
import { type CommodityGuess, guessCommodity, guessHub } from './csv-commodity';
import { buildImportNotes } from './csv-import-notes';
import type { ImportNote, RefusedRow } from './csv-notes';
import { type ImportRemedies, OPTION_REMEDIES } from './csv-remedies';
import { orderRows } from './csv-order';
import { type ReadRows, readRows } from './csv-rows';
import { iterateColumn, sampleRows } from './csv-sample';
import { detectDayOrder } from './csv-stamp';
import { type CsvText, openCsv } from './csv-text';
import { isZone } from './local-time';

export interface ImportRequest extends ColumnChoice {
  /** File name, for guesses and messages. */
  readonly name: string;
  readonly text: string;
  readonly commodity?: CommodityKey | undefined;
  /** What names that commodity; default `the caller`. */
  readonly evidence?: string | undefined;
  /** Instrument id; default is the front instrument of the commodity. */
  readonly instrumentId?: string | undefined;
  /** IANA zone of stamps without offset; default UTC. */
  readonly zone?: string | undefined;
}

/** Row counts: rows = bars + merged + refused + blank. */
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
  /** Median bar interval, milliseconds. */
  readonly intervalMs: number;
  /** Names of the columns used. */
  readonly columns: {
    readonly date: string;
    readonly time: string | null;
    readonly prices: readonly string[];
  };
  readonly counts: ImportCounts;
  readonly notes: readonly ImportNote[];
  /** The first 1,000 refused rows; `counts.refused` is the total. */
  readonly refusedRows: readonly RefusedRow[];
}

/** Imports one file, or returns a refusal with a remedy. */
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
    ? succeedWith({ commodity: request.commodity, evidence: request.evidence ?? 'the caller' })
    : guessCommodity(csv.name, priceColumn, csv.header);
  if (!guess.ok) return guess;
  const id =
    request.instrumentId ??
    getFrontInstrument(guess.value.commodity, guessHub(csv.name, priceColumn, csv.header)).id;
  return importRows(csv, {
    columns: found.value,
    guess: guess.value,
    id,
    zone: request.zone ?? null,
    remedies: request.remedies ?? OPTION_REMEDIES,
  });
}

interface ImportPlan {
  readonly columns: PriceColumns;
  readonly guess: CommodityGuess;
  /** Of the instrument. */
  readonly id: string;
  readonly zone: string | null;
  readonly remedies: ImportRemedies;
}

function importRows(csv: CsvText, plan: ImportPlan): Outcome<ImportedHistory> {
  const { columns, guess, id, zone, remedies } = plan;
  const order = detectDayOrder(iterateColumn(csv, columns.date));
  const { instrument: contract } = chooseInstrument(guess.commodity, id, []);
  const read = readRows(csv, { columns, instrument: contract, order: order.order, zone });
  const isLocal = read.precision === 'time' && read.zonesGiven === 0 && zone === null;
  const ordered = orderRows(read.rows, isLocal, read.refusedRows, read.tallies.refused);
  if (ordered.rows.length === 0) return rejectUnusableRows(csv, read, plan);
  const cadence = getCadence(ordered.rows, read.precision, ordered.intervalMs);
  const { instrument, offTick } = chooseInstrument(guess.commodity, id, ordered.rows);
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
  const names = getColumnNames(csv.header, columns);
  const gaps = countGaps(ordered.rows, ordered.intervalMs);
  const notes = buildImportNotes({
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
    remedies,
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

function getColumnNames(
  header: readonly string[],
  { date, time, range, price }: PriceColumns,
): ImportedHistory['columns'] {
  const getName = (index: number): string => header[index] ?? '';
  return {
    date: getName(date),
    time: time === null ? null : getName(time),
    prices: range ? [range.open, range.high, range.low, price].map(getName) : [getName(price)],
  };
}

function rejectUnusableRows(
  { name, header }: CsvText,
  { rowsRead: rows, refusedRows: [first] }: ReadRows,
  { columns, remedies }: ImportPlan,
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
      `${name}: none of its ${rows.toLocaleString('en-US')} rows is usable. ${why} ${choice}; ${remedies.otherColumns}.`,
    ),
  );
}
