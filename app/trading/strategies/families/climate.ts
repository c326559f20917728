/** What is normal for a day of the year, learnt only from days that are over, in place. */
import type { EpochMs } from '../../domain/units';
import { DAYS_IN_LEAP_YEAR, placeOfMoment } from '../calendar-window';
import { spendSteps } from '../steps';
import { DAY_MS } from '../../domain/time';

export interface Climate {
  /** Whole UTC days since 1970 of the newest reading; -1 before the first. */
  day: number;
  /** The newest day's own reading: final only when the next day begins. */
  reading: number;
  /** It, averaged with the days before it. */
  value: number;
  /** Readings of the days before the newest, a ring for the average. */
  readonly recent: Float64Array;
  head: number;
  known: number;
  readonly counts: Float64Array;
  readonly sums: Float64Array;
  readonly squares: Float64Array;
  /** Normal of the newest day, from earlier days alone: how many, their mean and deviation. */
  days: number;
  mean: number;
  deviation: number;
}

/** Nothing known yet; readings will be averaged over `averageDays` days. */
export const emptyClimate = (averageDays: number): Climate => ({
  day: -1,
  reading: 0,
  value: 0,
  recent: new Float64Array(averageDays),
  head: 0,
  known: 0,
  counts: new Float64Array(DAYS_IN_LEAP_YEAR),
  sums: new Float64Array(DAYS_IN_LEAP_YEAR),
  squares: new Float64Array(DAYS_IN_LEAP_YEAR),
  days: 0,
  mean: 0,
  deviation: 0,
});

export const copyClimate = (from: Climate): Climate => ({
  ...from,
  recent: from.recent.slice(),
  counts: from.counts.slice(),
  sums: from.sums.slice(),
  squares: from.squares.slice(),
});

/**
 * Takes the reading known at a moment, in place. A later one of the same UTC day replaces it; the
 * days before are then history.
 */
export function takeReading(
  climate: Climate,
  atMs: EpochMs,
  reading: number,
  windowDays: number,
): void {
  const day = Math.floor(atMs / DAY_MS);
  const isNewDay = day !== climate.day;
  if (!isNewDay && reading === climate.reading) return;
  if (isNewDay) {
    if (climate.day >= 0) settleDay(climate);
    climate.day = day;
    judgeAround(climate, placeOfMoment(atMs), windowDays);
  }
  climate.reading = reading;
  climate.value = averageWith(climate, reading);
}

/**
 * Adds the newest day to the history. Its average counts only when the days that it averages are
 * all known.
 */
function settleDay(climate: Climate): void {
  const { recent, head } = climate;
  recent[head] = climate.reading;
  climate.head = head + 1 === recent.length ? 0 : head + 1;
  if (climate.known < recent.length) climate.known += 1;
  if (climate.known < recent.length) return;
  const place = placeOfMoment(climate.day * DAY_MS);
  climate.counts[place] = (climate.counts[place] ?? 0) + 1;
  climate.sums[place] = (climate.sums[place] ?? 0) + climate.value;
  climate.squares[place] = (climate.squares[place] ?? 0) + climate.value ** 2;
}

/** The mean of a reading and the readings before it, as many as the average spans, oldest first. */
function averageWith({ recent, head, known }: Climate, reading: number): number {
  const before = Math.min(known, recent.length - 1);
  spendSteps(before);
  let sum = 0;
  for (let age = before; age > 0; age -= 1)
    sum += recent[head - age < 0 ? head - age + recent.length : head - age] ?? 0;
  return (sum + reading) / (before + 1);
}

/**
 * Mean and standard deviation over all years of the days within `windowDays` of a place in the
 * year.
 */
function judgeAround(climate: Climate, place: number, windowDays: number): void {
  spendSteps(2 * windowDays + 1);
  let [days, sum, squares] = [0, 0, 0];
  for (let offset = -windowDays; offset <= windowDays; offset += 1) {
    const bin = (place + offset + DAYS_IN_LEAP_YEAR) % DAYS_IN_LEAP_YEAR;
    days += climate.counts[bin] ?? 0;
    sum += climate.sums[bin] ?? 0;
    squares += climate.squares[bin] ?? 0;
  }
  climate.days = days;
  climate.mean = days === 0 ? 0 : sum / days;
  climate.deviation = days === 0 ? 0 : Math.sqrt(Math.max(0, squares / days - climate.mean ** 2));
}

/**
 * Days that a window must hold before it is a normal: all that one year can give, and this year's
 * half of it is not enough.
 */
export const daysNeeded = (windowDays: number): number => 2 * windowDays + 1;

/**
 * The newest day's distance from its normal in standard deviations; NaN before an earlier year or
 * where nothing varies.
 */
export function computeAnomaly(
  { days, value, mean, deviation }: Climate,
  windowDays: number,
): number {
  return days < daysNeeded(windowDays) || deviation < 1e-9 ? NaN : (value - mean) / deviation;
}
