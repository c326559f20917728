/** Time as the simulated world counts it: days since its epoch, the season, New York hours. */
import { assert } from '../domain/outcome';
import type { EpochMs } from '../domain/units';
import { DAY_MS } from '../domain/time';

/** The world begins here, whatever the day of the first start. */
export const WORLD_EPOCH_MS: EpochMs = Date.UTC(2010, 0, 1);
export const MINUTES_PER_DAY = 1440;
export const DAYS_PER_YEAR = 365.25;
/** The farthest day that is ever folded: a wrong clock must not fill the memory. */
export const DAYS_MAX = 36_525;

/** Whole days from the epoch to a moment. Throws before the epoch and a century after it. */
export function getDay(atMs: EpochMs): number {
  const day = Math.floor((atMs - WORLD_EPOCH_MS) / DAY_MS);
  assert(
    day >= 0 && day < DAYS_MAX,
    () =>
      `the simulated world spans 2010 to 2109, asked for ${atMs}; check the clock of this machine`,
  );
  return day;
}

export const dayStartMs = (day: number): EpochMs => WORLD_EPOCH_MS + day * DAY_MS;

/** The season as an angle in radians, zero on 1 January. */
export const seasonAngle = (day: number): number => (2 * Math.PI * day) / DAYS_PER_YEAR;

/** Days from the first of January, 0 to 365.25, in a year of average length. */
export const dayOfYear = (day: number): number => day % DAYS_PER_YEAR;

/** ISO weekday of a world day; 2010-01-01 was a Friday. */
export const getWeekday = (day: number): number => ((day + 4) % 7) + 1;
export const isWeekend = (day: number): boolean => getWeekday(day) >= 6;

/** 1 at its center, falling as a normal curve of `width` days to each side, round the year. */
export function computeBell(day: number, center: number, width: number): number {
  const apart = Math.abs(dayOfYear(day) - center);
  const distance = Math.min(apart, DAYS_PER_YEAR - apart) / width;
  return Math.exp(-0.5 * distance * distance);
}

/**
 * Hours that New York is behind UTC: 4 from the second Sunday of March to the first of November,
 * else 5 (rule since 2007; changes at 2:00).
 */
export function newYorkLagHours(atMs: EpochMs): 4 | 5 {
  const year = new Date(atMs).getUTCFullYear();
  const begins = sundayMs(year, 2, 8) + 7 * 3_600_000;
  const ends = sundayMs(year, 10, 1) + 6 * 3_600_000;
  return atMs >= begins && atMs < ends ? 4 : 5;
}

/** The first Sunday at or after a day of a month. */
function sundayMs(year: number, month: number, date: number): EpochMs {
  const from = Date.UTC(year, month, date);
  return from + ((7 - new Date(from).getUTCDay()) % 7) * DAY_MS;
}

const OPENS_HOUR = 9;
const CLOSES_HOUR = 16;

/** Whether it is 9 to before 16 on a weekday in New York: when most others trade too. */
export function isBusyHour(atMs: EpochMs): boolean {
  const localMs = atMs - newYorkLagHours(atMs) * 3_600_000;
  const local = new Date(localMs);
  const hour = local.getUTCHours();
  const weekday = local.getUTCDay();
  return weekday >= 1 && weekday <= 5 && hour >= OPENS_HOUR && hour < CLOSES_HOUR;
}
