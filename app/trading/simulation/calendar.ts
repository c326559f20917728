/** Time in the simulated market: days since its epoch, season, New York hours. */
import { assert } from '../domain/outcome';
import type { EpochMs } from '../domain/units';
import { DAY_MS } from '../domain/time';

/** First moment of every simulated market, fixed whatever the day of the first start. */
export const WORLD_EPOCH_MS: EpochMs = Date.UTC(2010, 0, 1);
export const MINUTES_PER_DAY = 1440;
export const DAYS_PER_YEAR = 365.25;
/** Last day that can be simulated. Bounds the work and the memory when the clock is wrong. */
export const DAYS_MAX = 36_525;

/**
 * Whole days from the epoch to a moment. Throws before the epoch and from a century after it on.
 */
export function getDay(atMs: EpochMs): number {
  const day = Math.floor((atMs - WORLD_EPOCH_MS) / DAY_MS);
  assert(
    day >= 0 && day < DAYS_MAX,
    () => `the simulated market covers 2010 to 2109, got ${atMs}; check the clock of this machine`,
  );
  return day;
}

export const getDayStartMs = (day: number): EpochMs => WORLD_EPOCH_MS + day * DAY_MS;

/** Day of the year as an angle in radians, 0 on 1 January. */
export const getSeasonAngle = (day: number): number => (2 * Math.PI * day) / DAYS_PER_YEAR;

/** Days since 1 January, 0 to 365.25, in years of average length. */
export const getDayOfYear = (day: number): number => day % DAYS_PER_YEAR;

/** ISO weekday (1 = Monday) of a simulated day; 2010-01-01 was a Friday. */
export const getWeekday = (day: number): number => ((day + 4) % 7) + 1;
export const isWeekend = (day: number): boolean => getWeekday(day) >= 6;

/** Gaussian bell over the year: 1 at `center`, standard deviation `width` days, periodic. */
export function computeBell(day: number, center: number, width: number): number {
  const daysApart = Math.abs(getDayOfYear(day) - center);
  const distance = Math.min(daysApart, DAYS_PER_YEAR - daysApart) / width;
  return Math.exp(-0.5 * distance * distance);
}

/**
 * Hours that New York is behind UTC: 4 from the second Sunday of March to the first Sunday of
 * November, else 5 (rule since 2007; changes at 2:00).
 */
export function getNewYorkLagHours(atMs: EpochMs): 4 | 5 {
  const year = new Date(atMs).getUTCFullYear();
  const daylightStartMs = findSundayMs(year, 2, 8) + 7 * 3_600_000;
  const daylightEndMs = findSundayMs(year, 10, 1) + 6 * 3_600_000;
  return atMs >= daylightStartMs && atMs < daylightEndMs ? 4 : 5;
}

/** First Sunday on or after a date. */
function findSundayMs(year: number, month: number, date: number): EpochMs {
  const from = Date.UTC(year, month, date);
  return from + ((7 - new Date(from).getUTCDay()) % 7) * DAY_MS;
}

const OPENS_HOUR = 9;
const CLOSES_HOUR = 16;

/** Weekdays 9:00–16:00 New York time, the hours of high trading activity. */
export function isBusyHour(atMs: EpochMs): boolean {
  const localMs = atMs - getNewYorkLagHours(atMs) * 3_600_000;
  const local = new Date(localMs);
  const hour = local.getUTCHours();
  const weekday = local.getUTCDay();
  return weekday >= 1 && weekday <= 5 && hour >= OPENS_HOUR && hour < CLOSES_HOUR;
}
