/** Calendar window test, cached per UTC day. */
import type { EpochMs } from '../../domain/units';
import { type CalendarWindow, formatUtcDate, formatMonthDay, isInWindow } from '../calendar-window';
import { DAY_MS } from '../../domain/time';

export interface DayWindow {
  readonly window: CalendarWindow;
  /** UTC day (since 1970) of the last query; NaN before the first. */
  day: number;
  isInside: boolean;
}

export const createDayWindow = (window: CalendarWindow): DayWindow => ({
  window,
  day: NaN,
  isInside: false,
});

/** True when the UTC date lies in the window. */
export function isWithin(memo: DayWindow, atMs: EpochMs): boolean {
  const day = Math.floor(atMs / DAY_MS);
  if (day !== memo.day) {
    memo.day = day;
    memo.isInside = isInWindow(memo.window, atMs);
  }
  return memo.isInside;
}

/** `Oct 15 to Jan 31`. */
export const formatWindow = (window: CalendarWindow): string =>
  `${formatMonthDay(window.from)} to ${formatMonthDay(window.to)}`;

/** Reason text outside the window. */
export const formatOutside = (window: CalendarWindow, atMs: EpochMs): string =>
  `${formatUtcDate(atMs)} is outside ${formatWindow(window)}; next entry from ${formatMonthDay(window.from)}`;
