import type { EpochMs } from './units';

// Lengths of time in milliseconds.
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** A day of 24 hours: a day of a calendar is longer or shorter where clocks change. */
export const DAY_MS = 24 * HOUR_MS;

/** The start of the UTC day of a moment. */
export const getMidnight = (atMs: EpochMs): EpochMs => Math.floor(atMs / DAY_MS) * DAY_MS;
