/** Whether a moment lies in a part of the year, asked of the calendar once a day. */
import type { EpochMs } from '../../domain/units';
import { type CalendarWindow, dateText, dayName, isInWindow } from '../calendar-window';
import { DAY_MS } from '../../domain/time';

export interface DayWindow {
  readonly window: CalendarWindow;
  /** Whole UTC days since 1970 of the last question; NaN before the first. */
  day: number;
  isInside: boolean;
}

export const dayWindow = (window: CalendarWindow): DayWindow => ({
  window,
  day: NaN,
  isInside: false,
});

/** Whether the UTC date of a moment lies in the window. */
export function isWithin(memo: DayWindow, atMs: EpochMs): boolean {
  const day = Math.floor(atMs / DAY_MS);
  if (day !== memo.day) {
    memo.day = day;
    memo.isInside = isInWindow(memo.window, atMs);
  }
  return memo.isInside;
}

/** `Oct 15 to Jan 31`. */
export const windowText = (window: CalendarWindow): string =>
  `${dayName(window.from)} to ${dayName(window.to)}`;

/** What is said of a moment outside. */
export const outsideText = (window: CalendarWindow, atMs: EpochMs): string =>
  `${dateText(atMs)} is outside ${windowText(window)}; waits for ${dayName(window.from)}`;
