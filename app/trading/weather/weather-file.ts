/** A CSV file of daily weather made into readings, each known only when its day is over. */
import { type Outcome, assert, succeedWith, createRefusal, rejectWith } from '../domain/outcome';
import { findDateColumn } from '../market/csv-columns';
import { type ImportNote, type RefusedRow, fileNote, tallyNote } from '../market/csv-notes';
import { columnTexts, sampleRows } from '../market/csv-sample';
import { type CsvText, openCsv } from '../market/csv-text';
import type { WeatherFeed, WeatherReading } from '../ports';
import { type MeanPlan, type TemperatureUnit, degreeDays, meanPlan } from './degree-days';
import { type WeatherColumns, findWeatherColumns } from './weather-columns';
import { type ReadDays, type WeatherDay, readDays } from './weather-days';

export interface WeatherRequest {
  readonly name: string;
  readonly text: string;
  readonly dateColumn?: string | undefined;
  /** Which place, when the file holds several. */
  readonly place?: string | undefined;
  /** Unit of temperatures whose columns name none; without it the values decide. */
  readonly temperatureUnit?: TemperatureUnit | undefined;
}

export interface ImportedWeather {
  readonly name: string;
  readonly series: readonly string[];
  /** In time order, one for each day of the file. */
  readonly days: readonly WeatherDay[];
  /** rows = days + merged + refused + blank + elsewhere. */
  readonly counts: {
    readonly rows: number;
    readonly days: number;
    readonly merged: number;
    readonly refused: number;
    readonly blank: number;
    readonly elsewhere: number;
  };
  readonly notes: readonly ImportNote[];
  readonly refusedRows: readonly RefusedRow[];
}

/** Imports one file of daily weather, or refuses it with a sentence that says what to do. */
export function importWeather(request: WeatherRequest): Outcome<ImportedWeather> {
  const opened = openCsv(request.name, request.text);
  if (!opened.ok) return opened;
  const csv = opened.value;
  const sample = sampleRows(csv);
  const date = findDateColumn(csv.name, csv.header, sample, request.dateColumn);
  if (!date.ok) return date;
  const columns = findWeatherColumns(csv.header, sample, date.value);
  if (columns.series.length === 0)
    return failFile(
      csv.name,
      'no column holds numbers. Daily weather is a date and numeric columns, such as date,tmax,tmin,prcp.',
    );
  const place = findPlace(csv, columns, request.place);
  if (!place.ok) return place;
  const read = readDays(csv, { columns, date: date.value, place: place.value });
  if (read.days.length === 0)
    return failFile(
      csv.name,
      `none of its ${read.rowsRead} rows is usable. ${read.refusedRows[0] ? `Row ${read.refusedRows[0].row}: ${read.refusedRows[0].reason}.` : ''}`,
    );
  return succeedWith(finishImport(csv, columns, read, request));
}

const failFile = (name: string, fault: string): Outcome<never> =>
  rejectWith(createRefusal('INVALID', `${name}: ${fault}`));

const PLACES_LISTED_MAX = 12;

/** The place whose rows are read; null when the file has no column of places. */
function findPlace(
  csv: CsvText,
  columns: WeatherColumns,
  wanted: string | undefined,
): Outcome<string | null> {
  if (columns.place === null) return succeedWith(null);
  const places = [...new Set(columnTexts(csv, columns.place))].filter((place) => place !== '');
  if (wanted !== undefined && places.includes(wanted)) return succeedWith(wanted);
  if (wanted === undefined && places.length <= 1) return succeedWith(places[0] ?? null);
  const listed = places
    .slice(0, PLACES_LISTED_MAX)
    .map((place) => `'${place}'`)
    .join(', ');
  return failFile(
    csv.name,
    `${wanted === undefined ? 'it holds several places' : `it holds no '${wanted}'`}: ${listed}. Name one with --place.`,
  );
}

function finishImport(
  csv: CsvText,
  columns: WeatherColumns,
  read: ReadDays,
  request: WeatherRequest,
): ImportedWeather {
  const plan =
    columns.hdd !== null && columns.cdd !== null
      ? null
      : meanPlan(csv.header, columns, read.days, request.temperatureUnit);
  const days = read.days.map((day) => ({
    ...day,
    values: { ...day.values, ...deriveFigures(day, columns, plan) },
  }));
  const series = [...new Set(days.flatMap(({ values }) => Object.keys(values)))];
  const { refused: refusedRows, merged, blank, unreadable, elsewhere, unordered } = read.tallies;
  const counts = {
    rows: read.rowsRead,
    days: days.length,
    merged: merged.count,
    refused: refusedRows.count,
    blank: blank.count,
    elsewhere: elsewhere.count,
  };
  assert(
    counts.rows === days.length + merged.count + refusedRows.count + blank.count + elsewhere.count,
    `${csv.name}: every row of weather is accounted for`,
  );
  const notes = [
    fileNote(
      'series',
      days.length,
      `series ${series.join(', ')}; each day is known from noon UTC of the next`,
    ),
    ...(plan ? [fileNote('degree-days', days.length, plan.text)] : []),
    ...tallyNote('refused', refusedRows, 'refused, each with its reason'),
    ...tallyNote('merged', merged, 'an exact repeat of an earlier row: merged'),
    ...tallyNote('blank', blank, 'without any value: no reading is made'),
    ...tallyNote(
      'unreadable',
      unreadable,
      'with a value that is no number: that value is left out',
    ),
    ...tallyNote('elsewhere', elsewhere, 'of other places: not read'),
    ...tallyNote('unordered', unordered, 'earlier than the row before: all were sorted'),
  ];
  return { name: csv.name, series, days, counts, notes, refusedRows: read.refusedRows };
}

/** The series under their common names: `hdd`, `cdd`, `prcp`. */
function deriveFigures(
  day: WeatherDay,
  columns: WeatherColumns,
  plan: MeanPlan | null,
): Readonly<Record<string, number>> {
  const mean = plan?.meanOf(day.cells) ?? null;
  const degrees = plan && mean !== null ? degreeDays(mean, plan.unit) : {};
  const own = {
    hdd: day.cells[columns.hdd ?? -1],
    cdd: day.cells[columns.cdd ?? -1],
    prcp: day.cells[columns.rain ?? -1],
  };
  const stated = Object.fromEntries(
    Object.entries(own).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
  return { ...degrees, ...stated };
}

/**
 * Noon UTC of the next day: by then the local day is over everywhere in the Americas and its
 * figures are out.
 */
const PUBLISHED_AFTER_MS = 36 * 3_600_000;

/**
 * The readings as a feed of one market: every day's series in order, published when the day is
 * over.
 */
export function weatherFeed(
  weather: Pick<ImportedWeather, 'series' | 'days'>,
  market: string,
): WeatherFeed {
  return { market, series: weather.series, readings: () => listReadings(weather.days, market) };
}

function* listReadings(days: readonly WeatherDay[], market: string): Generator<WeatherReading> {
  for (const { validMs, values } of days) {
    for (const [series, value] of Object.entries(values)) {
      yield {
        type: 'WeatherObserved',
        market,
        series,
        value,
        validMs,
        publishedMs: validMs + PUBLISHED_AFTER_MS,
      };
    }
  }
}
