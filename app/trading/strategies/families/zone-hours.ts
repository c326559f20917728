/** Hours of a market's own day, with the distance of its clocks from UTC asked once a day. */
import type { EpochMs } from '../../domain/units';
import { wallTime } from '../../market/local-time';
import { DAY_MS, MINUTE_MS } from '../../domain/time';

export interface ZoneHours {
  readonly zone: string;
  /** Whole UTC days since 1970 of the last question; NaN before the first. */
  day: number;
  /** Local time less UTC on that day; NaN when it changes on it. */
  offsetMs: number;
}
const MS_PER_HOUR = 3_600_000;

export const zoneHours = (zone: string): ZoneHours => ({ zone, day: NaN, offsetMs: NaN });

function offsetAt(zone: string, atMs: EpochMs): number {
  const { dayMs, minute } = wallTime(atMs, zone);
  return dayMs + minute * MINUTE_MS - Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
}

/** The hour, 0 to 23, that clocks of the zone show at a moment. */
export function getHour(memo: ZoneHours, atMs: EpochMs): number {
  const day = Math.floor(atMs / DAY_MS);
  if (day !== memo.day) {
    const offsetMs = offsetAt(memo.zone, day * DAY_MS);
    memo.day = day;
    memo.offsetMs = offsetMs === offsetAt(memo.zone, (day + 1) * DAY_MS) ? offsetMs : NaN;
  }
  const localMs = atMs + (Number.isNaN(memo.offsetMs) ? offsetAt(memo.zone, atMs) : memo.offsetMs);
  return Math.floor((localMs - Math.floor(localMs / DAY_MS) * DAY_MS) / MS_PER_HOUR);
}
