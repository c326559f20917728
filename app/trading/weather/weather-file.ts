/** Imports a CSV file of daily weather as readings, each published after its day. */
import { type Outcome, assert, succeedWith, createRefusal, rejectWith } from '../domain/outcome';
import { findDateColumn } from '../market/csv-columns';
import {
  type ImportNote,
  type RefusedRow,
  buildFileNote,
  buildTallyNotes,
} from '../market/csv-notes';
import { iterateColumn, sampleRows } from '../market/csv-sample';
import { type CsvText, openCsv } from '../market/csv-text';
import type { WeatherFeed, WeatherReading } from '../ports';
import {
  type MeanPlan,
  type TemperatureUnit,
  computeDegreeDays,
  findMeanPlan,
} from './degree-days';
import { type WeatherColumns, findWeatherColumns } from './weather-columns';
import { type ReadDays, type WeatherDay, readDays } from './weather-days';

export interface WeatherRequest {
  readonly name: string;
  readonly text: string;
  readonly dateColumn?: string | undefined;
  /** Place to read when the file holds several. */
  readonly place?: string | undefined;
  /** Temperature unit for columns without one; by default detected from values. */
  readonly temperatureUnit?: TemperatureUnit | undefined;
}

export interface ImportedWeather {
  readonly name: string;
  readonly series: readonly string[];
  /** One per day, ordered. */
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

/** Imports one file, or returns a refusal with a remedy. */
export function importWeather(request: WeatherRequest): Outcome<ImportedWeather> {
  const opened = openCsv(request.name, request.text);
  if (!opened.ok) return opened;
  const csv = opened.value;
  const sample = sampleRows(csv);
  const date = findDateColumn(csv.name, csv.header, sample, request);
  if (!date.ok) return date;
  const columns = findWeatherColumns(csv.header, sample, date.value);
  if (columns.series.length === 0)
    return rejectFile(
      csv.name,
      'no column holds numbers. Daily weather is a date and numeric columns, such as date,tmax,tmin,prcp.',
    );
  const place = findPlace(csv, columns, request.place);
  if (!place.ok) return place;
  const read = readDays(csv, { columns, date: date.value, place: place.value });
  if (read.days.length === 0)
    return rejectFile(
      csv.name,
      `none of its ${read.rowsRead} rows is usable. ${read.refusedRows[0] ? `Row ${read.refusedRows[0].row}: ${read.refusedRows[0].reason}.` : ''}`,
    );
  return succeedWith(finishImport(csv, columns, read, request));
}

const rejectFile = (name: string, fault: string): Outcome<never> =>
  rejectWith(createRefusal('INVALID', `${name}: ${fault}`));

const PLACES_LISTED_MAX = 12;

/** The place to read; null without a place column. */
function findPlace(
  csv: CsvText,
  columns: WeatherColumns,
  requestedPlace: string | undefined,
): Outcome<string | null> {
  if (columns.place === null) return succeedWith(null);
  const places = [...new Set(iterateColumn(csv, columns.place))].filter((place) => place !== '');
  if (requestedPlace !== undefined && places.includes(requestedPlace))
    return succeedWith(requestedPlace);
  if (requestedPlace === undefined && places.length <= 1) return succeedWith(places[0] ?? null);
  const listed = places
    .slice(0, PLACES_LISTED_MAX)
    .map((place) => `'${place}'`)
    .join(', ');
  return rejectFile(
    csv.name,
    `${requestedPlace === undefined ? 'it holds several places' : `it holds no '${requestedPlace}'`}: ${listed}. Name one with --place.`,
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
      : findMeanPlan(csv.header, columns, read.days, request.temperatureUnit);
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
    buildFileNote(
      'series',
      days.length,
      `series ${series.join(', ')}; each day is known from noon UTC of the next`,
    ),
    ...(plan ? [buildFileNote('degree-days', days.length, plan.text)] : []),
    ...buildTallyNotes('refused', refusedRows, 'refused, each with its reason'),
    ...buildTallyNotes('merged', merged, 'an exact repeat of an earlier row: merged'),
    ...buildTallyNotes('blank', blank, 'without any value: no reading is made'),
    ...buildTallyNotes(
      'unreadable',
      unreadable,
      'with a value that is no number: that value is left out',
    ),
    ...buildTallyNotes('elsewhere', elsewhere, 'of other places: not read'),
    ...buildTallyNotes('unordered', unordered, 'earlier than the row before: all were sorted'),
  ];
  return { name: csv.name, series, days, counts, notes, refusedRows: read.refusedRows };
}

/** Derived series under common names: `hdd`, `cdd`, `prcp`. */
function deriveFigures(
  day: WeatherDay,
  columns: WeatherColumns,
  plan: MeanPlan | null,
): Readonly<Record<string, number>> {
  const mean = plan?.getMean(day.cells) ?? null;
  const degrees = plan && mean !== null ? computeDegreeDays(mean, plan.unit) : {};
  const statedCells = {
    hdd: day.cells[columns.hdd ?? -1],
    cdd: day.cells[columns.cdd ?? -1],
    prcp: day.cells[columns.rain ?? -1],
  };
  const stated = Object.fromEntries(
    Object.entries(statedCells).filter(
      (entry): entry is [string, number] => entry[1] !== undefined,
    ),
  );
  return { ...degrees, ...stated };
}

/**
 * Publication at noon UTC of the next day, after the local day has ended throughout the Americas.
 */
const PUBLISHED_AFTER_MS = 36 * 3_600_000;

/** A weather feed of one market: daily series in order, published after the day. */
export function createWeatherFeed(
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
