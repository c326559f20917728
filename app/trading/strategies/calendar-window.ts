/** Calendar windows, both ends included, possibly across New Year. */
import { MONTH_NAMES } from '../domain/time';
import type { EpochMs } from '../domain/units';

/** Days as `MM-DD`. */
export interface CalendarWindow {
  readonly from: string;
  readonly to: string;
}

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Days of a leap year before each month. */
const DAYS_BEFORE_MONTH = DAYS_IN_MONTH.map((_, month) =>
  DAYS_IN_MONTH.slice(0, month).reduce((sum: number, length) => sum + length, 0),
);

export const DAYS_IN_LEAP_YEAR = 366;

/**
 * Index of a month (0 to 11) and day in a leap year, 0 to 365, equal for equal dates of all years;
 * -1 for an invalid day.
 */
function computeDayIndex(month: number, day: number): number {
  const [daysBefore, days] = [DAYS_BEFORE_MONTH[month], DAYS_IN_MONTH[month]];
  if (daysBefore === undefined || days === undefined || day < 1 || day > days) return -1;
  return daysBefore + day - 1;
}

const formatTwoDigits = (value: number): string => String(value).padStart(2, '0');

/** Index of each `MM-DD`: strategies compare their seasons at every bar. */
const DAY_INDEXES: ReadonlyMap<string, number> = new Map(
  DAYS_IN_MONTH.flatMap((days, month) =>
    Array.from(
      { length: days },
      (_, day) =>
        [
          `${formatTwoDigits(month + 1)}-${formatTwoDigits(day + 1)}`,
          computeDayIndex(month, day + 1),
        ] as const,
    ),
  ),
);

/** Index of `MM-DD` in a leap year, 0 to 365; -1 for an invalid text. */
export const parseDayIndex = (text: string): number => DAY_INDEXES.get(text) ?? -1;

/** Index of the UTC date in a leap year, 0 to 365. */
export function getDayIndex(atMs: EpochMs): number {
  const date = new Date(atMs);
  return computeDayIndex(date.getUTCMonth(), date.getUTCDate());
}

/** True when the UTC date lies in the window. */
export const isInWindow = (window: CalendarWindow, atMs: EpochMs): boolean =>
  isDayInWindow(window, getDayIndex(atMs));

/** As `isInWindow`, with the index of the day in a leap year. */
export function isDayInWindow(window: CalendarWindow, dayIndex: number): boolean {
  const from = parseDayIndex(window.from);
  const to = parseDayIndex(window.to);
  return from <= to ? dayIndex >= from && dayIndex <= to : dayIndex >= from || dayIndex <= to;
}

/** `10-15` as `Oct 15`. */
export const formatMonthDay = (text: string): string =>
  `${MONTH_NAMES[Number(text.slice(0, 2)) - 1] ?? '?'} ${Number(text.slice(3))}`;

/** UTC date, YYYY-MM-DD. */
export const formatUtcDate = (atMs: EpochMs): string => new Date(atMs).toISOString().slice(0, 10);
