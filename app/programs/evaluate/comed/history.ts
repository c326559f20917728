// Data of the day-ahead power benchmark: hourly prices of the COMED zone, load forecasts, gas, and
// two published forecasts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Row, readRows } from '../../tables/rows';
import { DAY_MS } from '../../../trading/domain/time';
import { HOURS } from './hours';
import {
  type GetLoadForecast,
  type LoadVintage,
  createLoadForecasts,
  getPublicationMs,
} from './load-forecast';

export const FILES = {
  load: 'power/comed_day_ahead_load_forecasts.csv',
  published: 'power/comed_day_ahead_with_published_forecasts.csv',
  gas: 'spot/henry_hub_daily.csv',
} as const;

export interface ComedHistory {
  /** Midnight (as UTC) of each local day, without gaps. */
  readonly days: readonly number[];
  /** $/MWh, 24 a day. */
  readonly price: Float64Array;
  /** Forecasts of J. Lago et al. 2021, $/MWh, 24 a day; NaN on days before the first. */
  readonly lear: Float64Array;
  readonly dnn: Float64Array;
  readonly getLoadForecast: GetLoadForecast;
  /** The latest Henry Hub spot price of that day or before it, $/MMBtu. */
  readonly gasAt: (dayMs: number) => number;
}

export const listMissingFiles = (folder: string): readonly string[] =>
  Object.values(FILES).filter((file) => !existsSync(join(folder, file)));

const parseMoment = (text: string): number =>
  Date.parse(`${text.replace(' ', 'T').slice(0, 19)}${text.length > 10 ? '' : 'T00:00:00'}Z`);

interface HourlyTable {
  readonly days: readonly number[];
  readonly readColumn: (name: string) => Float64Array;
}

/** Throws Error for a gap or an incomplete day. */
function readHourly(folder: string, file: string): HourlyTable {
  const rows: readonly Row[] = readRows(folder, file);
  const moments = rows.map((row) => parseMoment(row['datetime'] ?? ''));
  const start = moments[0] ?? NaN;
  const gapIndex = moments.findIndex(
    (moment, index) => moment !== start + index * (DAY_MS / HOURS),
  );
  if (gapIndex >= 0 || rows.length % HOURS !== 0)
    throw new Error(
      `${file}: row ${gapIndex + 2} does not follow the previous hour, or the last day is incomplete`,
    );
  return {
    days: moments.filter((_, index) => index % HOURS === 0),
    readColumn: (name) => Float64Array.from(rows, (row) => Number(row[name] || NaN)),
  };
}

/** Largest difference of the same price in two files, $/MWh: one of them is rounded to 0.001. */
const PRICE_TOLERANCE = 0.001;

/**
 * Reads the files. Throws Error for an incomplete day, or if the prices of the same hour differ.
 */
export function readComed(folder: string): ComedHistory {
  const own = readHourly(folder, FILES.load);
  const published = readHourly(folder, FILES.published);
  const price = own.readColumn('comed_price');
  const offset = own.days.indexOf(published.days[0] ?? NaN) * HOURS;
  const publishedPrice = published.readColumn('Real price');
  const different = publishedPrice.findIndex(
    (value, at) => !(Math.abs(value - (price[offset + at] ?? NaN)) <= PRICE_TOLERANCE),
  );
  if (offset < 0 || different >= 0)
    throw new Error(
      `${FILES.published}: the price of row ${different + 2} differs from ${FILES.load}`,
    );
  const placeForecast = (name: string): Float64Array => {
    const values = new Float64Array(price.length).fill(NaN);
    values.set(published.readColumn(name), offset);
    return values;
  };
  return {
    days: own.days,
    price,
    lear: placeForecast('LEAR Ensemble'),
    dnn: placeForecast('DNN Ensemble'),
    getLoadForecast: createLoadForecasts(listVintages(own)),
    gasAt: readGas(folder),
  };
}

function listVintages({ days, readColumn }: HourlyTable): readonly LoadVintage[] {
  const [system, zone] = [
    readColumn('system_load_forecast'),
    readColumn('comed_load_forecast'),
  ] as const;
  return days.map((dayMs, index) => ({
    dayMs,
    publishedMs: getPublicationMs(dayMs),
    system: system.subarray(index * HOURS, (index + 1) * HOURS),
    zone: zone.subarray(index * HOURS, (index + 1) * HOURS),
  }));
}

const DAYS_BACK_MAX = 10;

function readGas(folder: string): ComedHistory['gasAt'] {
  const byDay = new Map(
    readRows(folder, FILES.gas).map((row) => [
      parseMoment(row['Date'] ?? ''),
      Number(row['Price'] || NaN),
    ]),
  );
  return (dayMs) => {
    for (let back = 0; back <= DAYS_BACK_MAX; back += 1) {
      const value = byDay.get(dayMs - back * DAY_MS);
      if (value !== undefined && Number.isFinite(value)) return value;
    }
    return NaN;
  };
}
