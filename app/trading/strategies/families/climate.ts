/** Normals by day of the year, estimated in place from completed days only. */
import type { EpochMs } from '../../domain/units';
import { DAYS_IN_LEAP_YEAR, getDayIndex } from '../calendar-window';
import { spendSteps } from '../step-budget';
import { DAY_MS } from '../../domain/time';

export interface Climate {
  /** UTC day (since 1970) of the latest reading; -1 before the first. */
  day: number;
  /** Latest reading; final when the next day begins. */
  reading: number;
  /** The reading averaged with the days before. */
  value: number;
  /** Ring buffer of earlier readings for the average. */
  readonly recent: Float64Array;
  head: number;
  known: number;
  readonly counts: Float64Array;
  readonly sums: Float64Array;
  readonly squares: Float64Array;
  /** Normal of the latest day from earlier days: count, mean and standard deviation. */
  days: number;
  mean: number;
  deviation: number;
}

/** Empty state; readings are averaged over `averageDays` days. */
export const createClimate = (averageDays: number): Climate => ({
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

/** Adds a reading in place. A later reading of the same UTC day replaces it. */
export function addReading(
  climate: Climate,
  atMs: EpochMs,
  reading: number,
  windowDays: number,
): void {
  const day = Math.floor(atMs / DAY_MS);
  const isNewDay = day !== climate.day;
  if (!isNewDay && reading === climate.reading) return;
  if (isNewDay) {
    if (climate.day >= 0) completeDay(climate);
    climate.day = day;
    updateNormal(climate, getDayIndex(atMs), windowDays);
  }
  climate.reading = reading;
  climate.value = computeAverage(climate, reading);
}

/** Adds the completed day to the history, once its averaging window is full. */
function completeDay(climate: Climate): void {
  const { recent, head } = climate;
  recent[head] = climate.reading;
  climate.head = head + 1 === recent.length ? 0 : head + 1;
  if (climate.known < recent.length) climate.known += 1;
  if (climate.known < recent.length) return;
  const dayIndex = getDayIndex(climate.day * DAY_MS);
  climate.counts[dayIndex] = (climate.counts[dayIndex] ?? 0) + 1;
  climate.sums[dayIndex] = (climate.sums[dayIndex] ?? 0) + climate.value;
  climate.squares[dayIndex] = (climate.squares[dayIndex] ?? 0) + climate.value ** 2;
}

/** Mean of a reading and the earlier ones in the window, oldest first. */
function computeAverage({ recent, head, known }: Climate, reading: number): number {
  const before = Math.min(known, recent.length - 1);
  spendSteps(before);
  let sum = 0;
  for (let age = before; age > 0; age -= 1)
    sum += recent[head - age < 0 ? head - age + recent.length : head - age] ?? 0;
  return (sum + reading) / (before + 1);
}

/** Mean and standard deviation over all years of the days within `windowDays` of a day index. */
function updateNormal(climate: Climate, dayIndex: number, windowDays: number): void {
  spendSteps(2 * windowDays + 1);
  let [days, sum, squares] = [0, 0, 0];
  for (let offset = -windowDays; offset <= windowDays; offset += 1) {
    const bin = (dayIndex + offset + DAYS_IN_LEAP_YEAR) % DAYS_IN_LEAP_YEAR;
    days += climate.counts[bin] ?? 0;
    sum += climate.sums[bin] ?? 0;
    squares += climate.squares[bin] ?? 0;
  }
  climate.days = days;
  climate.mean = days === 0 ? 0 : sum / days;
  climate.deviation = days === 0 ? 0 : Math.sqrt(Math.max(0, squares / days - climate.mean ** 2));
}

/**
 * Minimum days of a normal: one full year of the window, so that the current year alone does not
 * suffice.
 */
export const getDaysNeeded = (windowDays: number): number => 2 * windowDays + 1;

/** Anomaly of the latest day in sigma; NaN without an earlier year or variation. */
export function computeAnomaly(
  { days, value, mean, deviation }: Climate,
  windowDays: number,
): number {
  return days < getDaysNeeded(windowDays) || deviation < 1e-9 ? NaN : (value - mean) / deviation;
}
