/** Calendar windows, both ends included, possibly across New Year. */
import { MONTH_NAMES } from '../domain/time';
import type { EpochMs } from '../domain/units';

/** Days as `MM-DD`. */
export interface CalendarWindow {
  readonly from: string;
  readonly to: string;
}

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

export const DAYS_IN_LEAP_YEAR = 366;

/**
 * Index of a month (0 to 11) and day in a leap year, 0 to 365, equal for equal dates of all years;
 * -1 for an invalid day.
 */
function computeDayIndex(month: number, day: number): number {
  const days = DAYS_IN_MONTH[month];
  if (days === undefined || day < 1 || day > days) return -1;
  return DAYS_IN_MONTH.slice(0, month).reduce((sum: number, length) => sum + length, 0) + day - 1;
}

/** Index of `MM-DD` in a leap year, 0 to 365; -1 for an invalid text. */
export function parseDayIndex(text: string): number {
  const match = /^(\d{2})-(\d{2})$/.exec(text);
  return match ? computeDayIndex(Number(match[1]) - 1, Number(match[2])) : -1;
}

/** Index of the UTC date in a leap year, 0 to 365. */
export function getDayIndex(atMs: EpochMs): number {
  const date = new Date(atMs);
  return computeDayIndex(date.getUTCMonth(), date.getUTCDate());
}

/** True when the UTC date lies in the window. */
export function isInWindow(window: CalendarWindow, atMs: EpochMs): boolean {
  const from = parseDayIndex(window.from);
  const to = parseDayIndex(window.to);
  const index = getDayIndex(atMs);
  return from <= to ? index >= from && index <= to : index >= from || index <= to;
}

/** `10-15` as `Oct 15`. */
export const formatMonthDay = (text: string): string =>
  `${MONTH_NAMES[Number(text.slice(0, 2)) - 1] ?? '?'} ${Number(text.slice(3))}`;

/** UTC date, YYYY-MM-DD. */
export const formatUtcDate = (atMs: EpochMs): string => new Date(atMs).toISOString().slice(0, 10);
