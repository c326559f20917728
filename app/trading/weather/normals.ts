/** Normals by day of the year, from the archive of one place. */
import type { EpochMs } from '../domain/units';
import type { DayReading } from './archive-reader';
import { DEGREE_DAY_BASE_F } from './demand-weights';

const YEAR_BINS = 366;
/** Half window around a date, days. */
const HALF_WINDOW_DAYS = 7;
const YEARS_MIN = 2;

/** Normal of one date: deg F, inches of rain per day, mph, degree days of base 65 F. */
export interface Normal {
  readonly meanF: number;
  /** Standard deviation of the daily mean. */
  readonly sdF: number;
  readonly highF: number;
  readonly lowF: number;
  /** Null, like the wind, where no day of the sample has it. */
  readonly rainInches: number | null;
  readonly windMph: number | null;
  readonly heating: number;
  readonly cooling: number;
  /** Number of days in the sample. */
  readonly days: number;
}

export interface Normals {
  /** The normal of a day; null with too little history. */
  getNormal(dayMs: EpochMs): Normal | null;
}

/** Days of a leap year before each month. */
const DAYS_BEFORE_MONTH = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335];

/** Index of a date in a leap year, 0 to 365, equal in all years. */
export function getDayIndex(dayMs: EpochMs): number {
  const date = new Date(dayMs);
  return (DAYS_BEFORE_MONTH[date.getUTCMonth()] ?? 0) + date.getUTCDate() - 1;
}

const COLUMNS = 11;

/**
 * Sums by date: count, mean, squared mean, high, low, rain, wind, heating and cooling degree days,
 * days with rain figures, days with wind figures.
 */
function computeSums(days: readonly DayReading[]): Float64Array {
  const sums = new Float64Array(YEAR_BINS * COLUMNS);
  const row = new Float64Array(COLUMNS);
  for (const { dayMs, meanF, highF, lowF, rainInches, windMph } of days) {
    row.set([
      1,
      meanF,
      meanF * meanF,
      highF,
      lowF,
      rainInches ?? 0,
      windMph ?? 0,
      Math.max(0, DEGREE_DAY_BASE_F - meanF),
      Math.max(0, meanF - DEGREE_DAY_BASE_F),
      rainInches === null ? 0 : 1,
      windMph === null ? 0 : 1,
    ]);
    const at = getDayIndex(dayMs) * COLUMNS;
    for (let column = 0; column < COLUMNS; column += 1)
      sums[at + column] = (sums[at + column] ?? 0) + (row[column] ?? 0);
  }
  return sums;
}

function computeNormal(sums: Float64Array, dayIndex: number): Normal | null {
  const total = new Float64Array(COLUMNS);
  for (let offset = -HALF_WINDOW_DAYS; offset <= HALF_WINDOW_DAYS; offset += 1) {
    const at = ((dayIndex + offset + YEAR_BINS) % YEAR_BINS) * COLUMNS;
    for (let column = 0; column < COLUMNS; column += 1)
      total[column] = (total[column] ?? 0) + (sums[at + column] ?? 0);
  }
  const count = total[0] ?? 0;
  if (count < YEARS_MIN * (2 * HALF_WINDOW_DAYS + 1) - 1) return null;
  const getColumnMean = (column: number): number => (total[column] ?? 0) / count;
  const getMeanOfDays = (column: number, countColumn: number): number | null => {
    const days = total[countColumn] ?? 0;
    return days > 0 ? (total[column] ?? 0) / days : null;
  };
  return {
    meanF: getColumnMean(1),
    sdF: Math.sqrt(Math.max(0, getColumnMean(2) - getColumnMean(1) ** 2)),
    highF: getColumnMean(3),
    lowF: getColumnMean(4),
    rainInches: getMeanOfDays(5, 9),
    windMph: getMeanOfDays(6, 10),
    heating: getColumnMean(7),
    cooling: getColumnMean(8),
    days: count,
  };
}

/** Normals of a place from its days in any order. Each date is computed on first use. */
export function computeNormals(days: readonly DayReading[]): Normals {
  let sums: Float64Array | null = null;
  const cache = new Map<number, Normal | null>();
  return {
    getNormal(dayMs) {
      const dayIndex = getDayIndex(dayMs);
      const cached = cache.get(dayIndex);
      if (cached !== undefined) return cached;
      sums ??= computeSums(days);
      const normal = computeNormal(sums, dayIndex);
      cache.set(dayIndex, normal);
      return normal;
    },
  };
}
