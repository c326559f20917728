/** Calendar days in answers and addresses: midnight UTC of the date. */
import type { EpochMs } from '../../domain/units';
import { RefusedAnswer } from './answer';

const FIRST_DAY_MS = Date.UTC(1980, 0, 1);
const LAST_DAY_MS = Date.UTC(2100, 0, 1);
const TEXT_LENGTH = 40;

/** Formats a day as YYYY-MM-DD. */
export const formatDay = (dayMs: EpochMs): string => new Date(dayMs).toISOString().slice(0, 10);

/** Formats a day as YYYYMMDD. */
export const formatCompactDay = (dayMs: EpochMs): string => formatDay(dayMs).replaceAll('-', '');

/** Reads a date, YYYY-MM-DD. Throws RefusedAnswer. */
export function readCalendarDay(text: string, what: string): EpochMs {
  const dayMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const isDate = Number.isFinite(dayMs) && formatDay(dayMs) === text;
  if (!isDate || dayMs < FIRST_DAY_MS || dayMs >= LAST_DAY_MS)
    throw new RefusedAnswer(
      `${what} is no date from 1980 to 2099: ${JSON.stringify(text.slice(0, TEXT_LENGTH))}`,
    );
  return dayMs;
}

/** Reads a date, YYYYMMDD. Throws RefusedAnswer. */
export const readCompactDay = (text: string, what: string): EpochMs =>
  readCalendarDay(text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'), what);
