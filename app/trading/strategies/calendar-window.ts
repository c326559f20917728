/** A part of the year, from one day to another, both included, possibly across New Year. */
import type { EpochMs } from '../domain/units';

/** Days as `MM-DD`. */
export interface CalendarWindow {
  readonly from: string;
  readonly to: string;
}

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const MONTH_NAMES = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

export const DAYS_IN_LEAP_YEAR = 366;

/**
 * Place of a month (0 to 11) and day in a leap year, 0 to 365, so that equal dates of all years
 * share one place; -1 for no day.
 */
function placeInYear(month: number, day: number): number {
  const days = DAYS_IN_MONTH[month];
  if (days === undefined || day < 1 || day > days) return -1;
  return DAYS_IN_MONTH.slice(0, month).reduce((sum: number, length) => sum + length, 0) + day - 1;
}

/** Place in a leap year of `MM-DD`, 0 to 365; -1 when the text is no day. */
export function placeOfDay(text: string): number {
  const match = /^(\d{2})-(\d{2})$/.exec(text);
  return match ? placeInYear(Number(match[1]) - 1, Number(match[2])) : -1;
}

/** Place in a leap year of the UTC date of a moment, 0 to 365. */
export function placeOfMoment(atMs: EpochMs): number {
  const date = new Date(atMs);
  return placeInYear(date.getUTCMonth(), date.getUTCDate());
}

/** Whether the UTC date of a moment lies in the window. */
export function isInWindow(window: CalendarWindow, atMs: EpochMs): boolean {
  const from = placeOfDay(window.from);
  const to = placeOfDay(window.to);
  const place = placeOfMoment(atMs);
  return from <= to ? place >= from && place <= to : place >= from || place <= to;
}

/** `10-15` as `Oct 15`. */
export const dayName = (text: string): string =>
  `${MONTH_NAMES[Number(text.slice(0, 2)) - 1] ?? '?'} ${Number(text.slice(3))}`;

/** The UTC date of a moment as YYYY-MM-DD. */
export const dateText = (atMs: EpochMs): string => new Date(atMs).toISOString().slice(0, 10);
