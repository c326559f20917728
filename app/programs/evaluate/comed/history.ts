// Data of the day-ahead power benchmark: hourly prices of the COMED zone, two published forecasts,
// load, weather and gas.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRows } from '../../tables/rows';
import { DAY_MS } from '../../../trading/domain/time';

export const HOURS = 24;

export const FILES = {
  prices: 'power/comed_day_ahead_with_published_forecasts.csv',
  load: 'power/comed_load_hourly.csv',
  weather: 'weather/milwaukee_daily.csv',
  gas: 'spot/henry_hub_daily.csv',
} as const;

export interface ComedHistory {
  /** Midnight (as UTC) of each local day, without gaps. */
  readonly days: readonly number[];
  /** $/MWh, 24 a day, of the market itself and of the forecasts of J. Lago et al. 2021. */
  readonly price: Float64Array;
  readonly lear: Float64Array;
  readonly dnn: Float64Array;
  /** Metered load of the zone, MW, 24 a day on the days above and a week before them. */
  readonly loadAt: (dayMs: number, hour: number) => number;
  /** Mean of a day's highest and lowest temperature in Milwaukee, F. */
  readonly temperatureAt: (dayMs: number) => number;
  /** The latest Henry Hub spot price of that day or before it, $/MMBtu. */
  readonly gasAt: (dayMs: number) => number;
}

export const listMissingFiles = (folder: string): readonly string[] =>
  Object.values(FILES).filter((file) => !existsSync(join(folder, file)));

const parseMoment = (text: string): number =>
  Date.parse(`${text.replace(' ', 'T').slice(0, 19)}${text.length > 10 ? '' : 'T00:00:00'}Z`);

/** Reads the four files. Throws Error for an incomplete day. */
export function readComed(folder: string): ComedHistory {
  const rows = readRows(folder, FILES.prices);
  const moments = rows.map((row) => parseMoment(row['datetime'] ?? ''));
  const start = moments[0] ?? NaN;
  const gapIndex = moments.findIndex(
    (moment, index) => moment !== start + index * (DAY_MS / HOURS),
  );
  if (gapIndex >= 0 || rows.length % HOURS !== 0)
    throw new Error(
      `${FILES.prices}: row ${gapIndex + 2} does not follow the previous hour, or the last day is incomplete`,
    );
  const readColumn = (name: string): Float64Array =>
    Float64Array.from(rows, (row) => Number(row[name] || NaN));
  return {
    days: moments.filter((_, index) => index % HOURS === 0),
    price: readColumn('Real price'),
    lear: readColumn('LEAR Ensemble'),
    dnn: readColumn('DNN Ensemble'),
    loadAt: readLoad(folder),
    temperatureAt: readTemperature(folder),
    gasAt: readGas(folder),
  };
}

/**
 * Timestamps are the ends of hours. The repeated autumn hour is averaged; the missing spring hour
 * is filled with the hour before.
 */
function readLoad(folder: string): ComedHistory['loadAt'] {
  const byHour = new Map<number, number>();
  for (const row of readRows(folder, FILES.load)) {
    const hour = parseMoment(row['Datetime'] ?? '') - DAY_MS / HOURS;
    const load = Number(row['COMED_MW']);
    const previous = byHour.get(hour);
    byHour.set(hour, previous === undefined ? load : (previous + load) / 2);
  }
  return (dayMs, hour) => {
    const at = dayMs + (hour * DAY_MS) / HOURS;
    return byHour.get(at) ?? byHour.get(at - DAY_MS / HOURS) ?? NaN;
  };
}

function readTemperature(folder: string): ComedHistory['temperatureAt'] {
  const byDay = new Map(
    readRows(folder, FILES.weather).map((row) => [
      parseMoment(row['date'] ?? ''),
      row['TMAX'] && row['TMIN'] ? (Number(row['TMAX']) + Number(row['TMIN'])) / 2 : NaN,
    ]),
  );
  return (dayMs) => findLatest(byDay, dayMs);
}

function readGas(folder: string): ComedHistory['gasAt'] {
  const byDay = new Map(
    readRows(folder, FILES.gas).map((row) => [
      parseMoment(row['Date'] ?? ''),
      Number(row['Price'] || NaN),
    ]),
  );
  return (dayMs) => findLatest(byDay, dayMs);
}

const DAYS_BACK_MAX = 10;

function findLatest(byDay: ReadonlyMap<number, number>, dayMs: number): number {
  for (let back = 0; back <= DAYS_BACK_MAX; back += 1) {
    const value = byDay.get(dayMs - back * DAY_MS);
    if (value !== undefined && Number.isFinite(value)) return value;
  }
  return NaN;
}
