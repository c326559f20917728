/**
 * What is normal for a day of the year, learnt only from days that are over.
 * It knows each day's sum, squares and count over all years so far; it refuses to judge before it has seen an earlier year.
 */
import type { EpochMs } from '../domain/units';
import { DAYS_IN_LEAP_YEAR, MS_PER_DAY, placeOfMoment } from './calendar-window';
import { type Ring, emptyRing, isFull, meanOf, pushValue } from './indicators';

export interface Normal {
  readonly mean: number;
  readonly deviation: number;
  /** Earlier days within the window around the date. */
  readonly days: number;
}

export interface Climatology {
  /** Whole days since 1970 of the newest reading; -1 before the first. */
  readonly day: number;
  /** The newest day's value, averaged over the days of `recent` and itself. */
  readonly value: number;
  /** The newest day's own reading: final only when the next day begins. */
  readonly reading: number;
  /** Readings of the days before the newest, for the average. */
  readonly recent: Ring;
  readonly counts: readonly number[];
  readonly sums: readonly number[];
  readonly squares: readonly number[];
  /** Normal of the newest day, from earlier days alone. */
  readonly normal: Normal;
}

const NO_NORMAL: Normal = { mean: 0, deviation: 0, days: 0 };

/** Nothing known yet; readings will be averaged over `averageDays` days. */
export function emptyClimatology(averageDays: number): Climatology {
  const zeros = new Array<number>(DAYS_IN_LEAP_YEAR).fill(0);
  return { day: -1, value: 0, reading: 0, recent: emptyRing(averageDays), counts: zeros, sums: zeros, squares: zeros, normal: NO_NORMAL };
}

/** Takes the reading known at a moment. A later one of the same UTC day replaces it; the days before are then history. */
export function observeReading(climatology: Climatology, atMs: EpochMs, reading: number, windowDays: number): Climatology {
  const day = Math.floor(atMs / MS_PER_DAY);
  if (day === climatology.day && reading === climatology.reading) return climatology;
  if (day === climatology.day) return { ...climatology, reading, value: averageWith(climatology.recent, reading) };
  const settled = climatology.day < 0 ? climatology : settleDay(climatology);
  return {
    ...settled, day, reading, value: averageWith(settled.recent, reading),
    normal: normalAround(settled, placeOfMoment(atMs), windowDays),
  };
}

/** Adds the newest day to the history. Its average counts only when the days that it averages are all known. */
function settleDay(climatology: Climatology): Climatology {
  const recent = pushValue(climatology.recent, climatology.reading);
  if (!isFull(recent)) return { ...climatology, recent };
  const place = placeOfMoment(climatology.day * MS_PER_DAY);
  const counts = climatology.counts.slice();
  const sums = climatology.sums.slice();
  const squares = climatology.squares.slice();
  counts[place] = (counts[place] ?? 0) + 1;
  sums[place] = (sums[place] ?? 0) + climatology.value;
  squares[place] = (squares[place] ?? 0) + climatology.value ** 2;
  return { ...climatology, recent, counts, sums, squares };
}

/** The mean of a reading and the readings before it, as many as the average spans. */
function averageWith(recent: Ring, reading: number): number {
  return meanOf([...recent.values.slice(Math.max(0, recent.values.length - recent.size + 1)), reading]);
}

/** Mean and standard deviation over all years of the days within `windowDays` of a place in the year. */
function normalAround(climatology: Climatology, place: number, windowDays: number): Normal {
  let days = 0;
  let sum = 0;
  let squares = 0;
  for (let offset = -windowDays; offset <= windowDays; offset += 1) {
    const bin = (place + offset + DAYS_IN_LEAP_YEAR) % DAYS_IN_LEAP_YEAR;
    days += climatology.counts[bin] ?? 0;
    sum += climatology.sums[bin] ?? 0;
    squares += climatology.squares[bin] ?? 0;
  }
  if (days === 0) return NO_NORMAL;
  const mean = sum / days;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / days - mean ** 2)), days };
}

/** Days that a window must hold before it is a normal: all that one year can give, and this year's half of it is not enough. */
export const daysNeeded = (windowDays: number): number => 2 * windowDays + 1;

/** The newest day's distance from its normal in standard deviations; null before an earlier year or where nothing varies. */
export function anomalyScore(climatology: Climatology, windowDays: number): number | null {
  const { mean, deviation, days } = climatology.normal;
  if (days < daysNeeded(windowDays) || deviation < 1e-9) return null;
  return (climatology.value - mean) / deviation;
}
