import type { EpochMs } from './units';

// Durations in milliseconds.
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours; a calendar day differs when clocks change. */
export const DAY_MS = 24 * HOUR_MS;

/** Start of the UTC day. */
export const getMidnight = (atMs: EpochMs): EpochMs => Math.floor(atMs / DAY_MS) * DAY_MS;

/** January first. */
export const MONTH_NAMES = [
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
