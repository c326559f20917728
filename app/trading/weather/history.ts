/** Daily history and normals of cells and places, read once from the archive. */
import type { EpochMs } from '../domain/units';
import type { DayReading, WeatherReader } from './archive-reader';
import type { WeatherCell } from './cell';
import { combineDays } from './factors';
import { type Normals, computeNormals } from './normals';
import type { CellWeight } from './cell-weights';
import { DAY_MS, getMidnight } from '../domain/time';

const DAYS_MAX = 7 * 366;

/** Ordered days and their normals. */
export interface DayHistory {
  readonly days: readonly DayReading[];
  readonly normals: Normals;
}

export interface WeatherHistory {
  readonly knownMs: EpochMs;
  getCell(cell: WeatherCell): DayHistory;
  /** History of a weighted mean of cells, so that standard deviations are those of the place. */
  getPlace(cells: readonly CellWeight[]): DayHistory;
}

/** The history as of a time; each cell and place is computed on first use. */
export function createWeatherHistory(reader: WeatherReader, knownMs: EpochMs): WeatherHistory {
  const today = getMidnight(knownMs);
  const histories = new Map<string, DayHistory>();
  const getOrCreate = (key: string, readDays: () => readonly DayReading[]): DayHistory => {
    const cached = histories.get(key);
    if (cached) return cached;
    const days = readDays();
    const history = { days, normals: computeNormals(days) };
    histories.set(key, history);
    return history;
  };
  const getCellHistory = (id: WeatherCell): DayHistory =>
    getOrCreate(id, () => reader.listDays(id, today - DAYS_MAX * DAY_MS, today, knownMs));
  return {
    knownMs,
    getCell: getCellHistory,
    getPlace: (cells) =>
      getOrCreate(cells.map(({ cell: id, weight }) => `${id} ${weight}`).join(), () =>
        combineDays(cells, (id) => getCellHistory(id).days),
      ),
  };
}
