/**
 * The days of every cell and place with their normals, read from the archive once for all that
 * needs them.
 */
import type { EpochMs } from '../domain/units';
import type { DayReading, WeatherReader } from './archive-reader';
import type { WeatherCell } from './cell';
import { placeDays } from './factors';
import { type Normals, computeNormals } from './normals';
import type { CellWeight } from './places';
import { DAY_MS, getMidnight } from '../domain/time';

const DAYS_MAX = 7 * 366;

/** Days in order, and the normals that they make. */
export interface DayHistory {
  readonly days: readonly DayReading[];
  readonly normals: Normals;
}

export interface WeatherHistory {
  readonly knownMs: EpochMs;
  cell(cell: WeatherCell): DayHistory;
  /**
   * Of the weighted means of some cells: of the means, not means of normals, so that its deviations
   * are those of the place.
   */
  place(cells: readonly CellWeight[]): DayHistory;
}

/** The history as of a moment; each cell and place is worked out when it is first asked for. */
export function weatherHistory(reader: WeatherReader, knownMs: EpochMs): WeatherHistory {
  const today = getMidnight(knownMs);
  const made = new Map<string, DayHistory>();
  const kept = (key: string, make: () => readonly DayReading[]): DayHistory => {
    const known = made.get(key);
    if (known) return known;
    const days = make();
    const history = { days, normals: computeNormals(days) };
    made.set(key, history);
    return history;
  };
  const cell = (id: WeatherCell): DayHistory =>
    kept(id, () => reader.days(id, today - DAYS_MAX * DAY_MS, today, knownMs));
  return {
    knownMs,
    cell,
    place: (cells) =>
      kept(cells.map(({ cell: id, weight }) => `${id} ${weight}`).join(), () =>
        placeDays(cells, (id) => cell(id).days),
      ),
  };
}
