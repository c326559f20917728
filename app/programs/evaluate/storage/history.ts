// Weekly gas storage and the temperatures of the same weeks.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRows } from '../../tables/rows';
import { DAY_MS } from '../../../trading/domain/time';

export const WEEK_MS = 7 * DAY_MS;

export const FILES = {
  stocks: 'stocks/eia_weekly_stocks.csv',
  weather: 'weather/us_popweighted_daily.csv',
} as const;

export const listMissingFiles = (folder: string): readonly string[] =>
  Object.values(FILES).filter((file) => !existsSync(join(folder, file)));

const SERIES = 'NGLower48';

export interface StorageHistory {
  /** Fridays of weeks with complete temperatures, ascending. */
  readonly weeks: readonly number[];
  /** Gas in storage on a Friday, Bcf; NaN where none was reported. */
  readonly getLevel: (fridayMs: number) => number;
  /**
   * Population-weighted mean temperature (F) of each day of the week ending on a Friday, Saturday
   * first.
   */
  readonly temperatures: (fridayMs: number) => readonly number[];
}

const parseDate = (text: string): number => Date.parse(`${text}T00:00:00Z`);

export function readStorage(folder: string): StorageHistory {
  const levels = new Map(
    readRows(folder, FILES.stocks)
      .filter((row) => row['series'] === SERIES)
      .map((row) => [parseDate(row['date'] ?? ''), Number(row['value'])]),
  );
  const days = new Map<number, number>();
  // Fourteen days appear twice; the observation replaces the projection.
  for (const row of readRows(folder, FILES.weather)) {
    const day = parseDate(row['Date'] ?? '');
    if (!days.has(day) || row['Projected'] === 'False')
      days.set(day, Number(row['Mean Temp C']) * 1.8 + 32);
  }
  const getTemperatures = (friday: number): readonly number[] =>
    Array.from({ length: 7 }, (_, day) => days.get(friday + (day - 6) * DAY_MS) ?? NaN);
  const getLevel = (friday: number): number => levels.get(friday) ?? NaN;
  const isWhole = (friday: number): boolean =>
    Number.isFinite(getLevel(friday) - getLevel(friday - WEEK_MS)) &&
    getTemperatures(friday).every(Number.isFinite);
  return {
    weeks: [...levels.keys()].sort((a, b) => a - b).filter(isWhole),
    getLevel,
    temperatures: getTemperatures,
  };
}

/** Storage change over the week ending on a Friday, Bcf. */
export const computeChange = ({ getLevel: level }: StorageHistory, friday: number): number =>
  level(friday) - level(friday - WEEK_MS);
