/**
 * Model output statistics as they were issued, from the archive of the Iowa Environmental Mesonet.
 * Format: https://mesonet.agron.iastate.edu/cgi-bin/request/mos.py?help. Columns differ between
 * stations and models.
 */
import { DAY_MS, HOUR_MS, getMidnight } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import type { WeatherCell } from '../../../weather/cell';
import { RefusedAnswer, readCsv, readOptionalNumber, readText } from '../answer';
import { type ForecastHour, summarizeDays } from '../forecast-days';
import type { ArchivedForecastReading, SourceForecastDay } from '../reading';
import { readWeatherTime, toFahrenheit, toMph } from '../weather-figures';
import { checkRowName } from './stations';

export const MOS_MODELS = ['GFS', 'NBE'] as const;
export type MosModel = (typeof MOS_MODELS)[number];
const MODEL_NAMES: Readonly<Record<MosModel, string>> = { GFS: 'GFS MOS', NBE: 'NBE' };

const REQUIRED = ['runtime', 'ftime', 'model', 'tmp', 'station'];
/** Wind in knots; highest or lowest temperature of 12 h; probabilities of rain in 6 and 12 h. */
const OPTIONAL = ['wsp', 'n_x', 'txn', 'p06', 'p12'] as const;
type OptionalColumn = (typeof OPTIONAL)[number];

/** Fillers of the bulletins for a missing temperature and wind. */
const MISSING_TEMPERATURE = 999;
const MISSING_WIND_KNOTS = 99;
const LEAD_MAX_MS = 17 * DAY_MS;
/** Longest step between two forecast times. */
const STEP_MAX_HOURS = 12;

interface MosRow {
  readonly runMs: EpochMs;
  readonly validMs: EpochMs;
  readonly temperatureF: number | null;
  readonly windMph: number | null;
  /** Of the 12 h before: the highest by day, the lowest by night. */
  readonly extremeF: number | null;
  /** Of the 6 or 12 h before, 0 to 1. */
  readonly rainChance: number | null;
}

interface MosRequest {
  readonly cell: WeatherCell;
  readonly station: string;
  readonly model: MosModel;
}

/**
 * Reads all runs of a station, one forecast a run. An archive without runs of the station is a
 * header only. Throws RefusedAnswer.
 */
export function parseMosRuns(
  body: Uint8Array,
  request: MosRequest,
): readonly ArchivedForecastReading[] {
  const byRun = new Map<EpochMs, MosRow[]>();
  for (const row of readMosRows(readText(body), request))
    byRun.set(row.runMs, [...(byRun.get(row.runMs) ?? []), row]);
  return [...byRun]
    .sort(([a], [b]) => a - b)
    .map(([issuedMs, rows]) => ({
      kind: 'archived forecast' as const,
      cell: request.cell,
      model: MODEL_NAMES[request.model],
      issuedMs,
      days: summarizeRun(rows),
    }))
    .filter(({ days }) => days.length > 0);
}

function readMosRows(text: string, { station, model }: MosRequest): readonly MosRow[] {
  const header = text.slice(0, text.search(/\r?\n|$/)).toLowerCase();
  const present = new Set(header.split(',').map((name) => name.trim()));
  const optional = OPTIONAL.filter((name) => present.has(name));
  return readCsv(text, [...REQUIRED, ...optional]).rows.map((row) => {
    checkRowName(row.get('station'), station, row.row);
    checkRowName(row.get('model'), model, row.row);
    const getOptional = (name: OptionalColumn): string =>
      optional.includes(name) ? row.get(name) : '';
    const runMs = readMosTime(row.get('runtime'), 'runtime');
    const validMs = readMosTime(row.get('ftime'), 'ftime');
    if (validMs < runMs || validMs > runMs + LEAD_MAX_MS)
      throw new RefusedAnswer(
        `the forecast time ${row.get('ftime')} in row ${row.row} is not of the run of ${row.get('runtime')}`,
      );
    return {
      runMs,
      validMs,
      temperatureF: readTemperature(row.get('tmp')),
      windMph: readWind(getOptional('wsp')),
      extremeF: readTemperature(getOptional('n_x') || getOptional('txn')),
      rainChance: readChance(getOptional('p12')) ?? readChance(getOptional('p06')),
    };
  });
}

/** UTC without a zone, such as `2021-06-15 06:00:00`. */
function readMosTime(text: string, what: string): EpochMs {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?(Z|\+00(:?00)?)?$/.exec(text);
  if (!match) throw new RefusedAnswer(`${what} is no time: ${JSON.stringify(text.slice(0, 40))}`);
  const atMs = readWeatherTime(`${match[1]}T${match[2]}${match[3] ?? ''}Z`, what);
  if (atMs % HOUR_MS !== 0) throw new RefusedAnswer(`${what} is ${text}, expected a full hour`);
  return atMs;
}

function readTemperature(text: string): number | null {
  const value = readOptionalNumber(text, {
    what: 'the temperature in deg F',
    min: -100,
    max: MISSING_TEMPERATURE,
  });
  return value === null || value === MISSING_TEMPERATURE ? null : toFahrenheit(value, 'F');
}

function readWind(text: string): number | null {
  const value = readOptionalNumber(text, { what: 'the wind in knots', min: 0, max: 200 });
  return value === null || value === MISSING_WIND_KNOTS ? null : toMph(value, 'kt');
}

const CHANCE = { what: 'the probability of rain in percent', min: 0, max: 100 };
const readChance = (text: string): number | null => {
  const value = readOptionalNumber(text, CHANCE);
  return value === null ? null : value / 100;
};

function summarizeRun(rows: readonly MosRow[]): readonly SourceForecastDay[] {
  const inOrder = [...rows].sort((a, b) => a.validMs - b.validMs);
  const days = summarizeDays(inOrder.flatMap((row, index) => spreadRow(row, index, inOrder)));
  return days.map((day) => addExtremes(day, inOrder));
}

/** The hours from a forecast time to the next; the last step is as long as the one before. */
function spreadRow(row: MosRow, index: number, rows: readonly MosRow[]): readonly ForecastHour[] {
  const { temperatureF, validMs } = row;
  const next = rows[index + 1];
  if (next?.validMs === validMs)
    throw new RefusedAnswer(
      `the run of ${new Date(row.runMs).toISOString()} lists ${new Date(validMs).toISOString()} twice`,
    );
  if (temperatureF === null) return [];
  const before = rows[index - 1];
  const stepMs = next ? next.validMs - validMs : before ? validMs - before.validMs : HOUR_MS;
  const hours = Math.min(Math.round(stepMs / HOUR_MS), STEP_MAX_HOURS);
  return Array.from({ length: hours }, (_, hour) => ({
    startsMs: validMs + hour * HOUR_MS,
    temperatureF,
    windMph: row.windMph,
    // Amounts are categories only.
    rainInches: null,
    rainChance: null,
  }));
}

/** Highest, lowest and rain of the hours before a forecast time belong to the day of its end. */
function addExtremes(day: SourceForecastDay, rows: readonly MosRow[]): SourceForecastDay {
  const ofDay = rows.filter(({ validMs }) => getMidnight(validMs - 1) === day.dayMs);
  const extremes = ofDay.map(({ extremeF }) => extremeF).filter((value) => value !== null);
  const chances = ofDay.map(({ rainChance }) => rainChance).filter((value) => value !== null);
  return {
    ...day,
    highF: Math.max(day.highF, ...extremes),
    lowF: Math.min(day.lowF, ...extremes),
    rainChance: chances.length > 0 ? Math.max(...chances) : null,
  };
}
