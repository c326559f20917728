/** What is normal for a day of the year at one place, from the days of its archive. */
import type { EpochMs } from '../domain/units';
import type { DayReading } from './archive-reader';
import { DEGREE_DAY_BASE_F } from './demand-weights';

const YEAR_BINS = 366;
/** Days to each side of a date that count for it. */
const HALF_WINDOW_DAYS = 7;
const YEARS_LEAST = 2;

/**
 * Normal of one date: temperatures in deg F, rain in inches a day, wind in mph, degree days of base
 * 65 F.
 */
export interface Normal {
  readonly meanF: number;
  /** Standard deviation of the daily mean about the normal. */
  readonly sdF: number;
  readonly highF: number;
  readonly lowF: number;
  readonly rainInches: number;
  readonly windMph: number;
  readonly heating: number;
  readonly cooling: number;
  /** Days of the archive behind it. */
  readonly days: number;
}

export interface Normals {
  /** The normal of a day; null when the archive holds too little around its date. */
  at(dayMs: EpochMs): Normal | null;
}

/** Days of a leap year before each month. */
const DAYS_BEFORE_MONTH = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335];

/** Place of a date in a leap year, 0 to 365: 1 March has the same place in every year. */
export function placeInYear(dayMs: EpochMs): number {
  const date = new Date(dayMs);
  return (DAYS_BEFORE_MONTH[date.getUTCMonth()] ?? 0) + date.getUTCDate() - 1;
}

const COLUMNS = 9;

/**
 * Sums by date: count, mean, its square, high, low, rain, wind, heating and cooling degree days.
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
      rainInches,
      windMph,
      Math.max(0, DEGREE_DAY_BASE_F - meanF),
      Math.max(0, meanF - DEGREE_DAY_BASE_F),
    ]);
    const at = placeInYear(dayMs) * COLUMNS;
    for (let column = 0; column < COLUMNS; column += 1)
      sums[at + column] = (sums[at + column] ?? 0) + (row[column] ?? 0);
  }
  return sums;
}

function normalAround(sums: Float64Array, place: number): Normal | null {
  const total = new Float64Array(COLUMNS);
  for (let offset = -HALF_WINDOW_DAYS; offset <= HALF_WINDOW_DAYS; offset += 1) {
    const at = ((place + offset + YEAR_BINS) % YEAR_BINS) * COLUMNS;
    for (let column = 0; column < COLUMNS; column += 1)
      total[column] = (total[column] ?? 0) + (sums[at + column] ?? 0);
  }
  const count = total[0] ?? 0;
  if (count < YEARS_LEAST * (2 * HALF_WINDOW_DAYS + 1) - 1) return null;
  const mean = (column: number): number => (total[column] ?? 0) / count;
  return {
    meanF: mean(1),
    sdF: Math.sqrt(Math.max(0, mean(2) - mean(1) ** 2)),
    highF: mean(3),
    lowF: mean(4),
    rainInches: mean(5),
    windMph: mean(6),
    heating: mean(7),
    cooling: mean(8),
    days: count,
  };
}

/**
 * The normals of a place from its days, in any order. Each date is worked out once, when it is
 * first asked for.
 */
export function computeNormals(days: readonly DayReading[]): Normals {
  let sums: Float64Array | null = null;
  const known = new Map<number, Normal | null>();
  return {
    at(dayMs) {
      const place = placeInYear(dayMs);
      const kept = known.get(place);
      if (kept !== undefined) return kept;
      sums ??= computeSums(days);
      const made = normalAround(sums, place);
      known.set(place, made);
      return made;
    },
  };
}
