// Weekly gas in storage beside the temperatures of the same weeks.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRows } from '../../tables/rows';
import { DAY_MS } from '../../../trading/domain/time';

export const WEEK_MS = 7 * DAY_MS;

export const FILES = {
  stocks: 'stocks/eia_weekly_stocks.csv',
  weather: 'weather/us_popweighted_daily.csv',
} as const;

export const missingFiles = (folder: string): readonly string[] =>
  Object.values(FILES).filter((file) => !existsSync(join(folder, file)));

const SERIES = 'NGLower48';

export interface StorageHistory {
  /** Fridays on which a week ends of which all days have a temperature, in order. */
  readonly weeks: readonly number[];
  /** Gas in storage on a Friday, Bcf; NaN where none was reported. */
  readonly level: (fridayMs: number) => number;
  /**
   * Mean temperature of each day of the week that ends on a Friday, Saturday first, F, weighted by
   * population.
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
  // fourteen days stand there twice, once as a projection: what was observed counts
  for (const row of readRows(folder, FILES.weather)) {
    const day = parseDate(row['Date'] ?? '');
    if (!days.has(day) || row['Projected'] === 'False')
      days.set(day, Number(row['Mean Temp C']) * 1.8 + 32);
  }
  const temperatures = (friday: number): readonly number[] =>
    Array.from({ length: 7 }, (_, day) => days.get(friday + (day - 6) * DAY_MS) ?? NaN);
  const level = (friday: number): number => levels.get(friday) ?? NaN;
  const isWhole = (friday: number): boolean =>
    Number.isFinite(level(friday) - level(friday - WEEK_MS)) &&
    temperatures(friday).every(Number.isFinite);
  return { weeks: [...levels.keys()].sort((a, b) => a - b).filter(isWhole), level, temperatures };
}

/** Change over the week that ends on a Friday, Bcf. */
export const computeChange = ({ level }: StorageHistory, friday: number): number =>
  level(friday) - level(friday - WEEK_MS);
