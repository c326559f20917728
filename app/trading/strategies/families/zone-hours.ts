/** Local hours of a zone, with the UTC offset cached per day. */
import type { EpochMs } from '../../domain/units';
import { getWallTime } from '../../market/local-time';
import { DAY_MS, MINUTE_MS } from '../../domain/time';

export interface ZoneHours {
  readonly zone: string;
  /** UTC day (since 1970) of the last query; NaN before the first. */
  day: number;
  /** Local time minus UTC on that day; NaN when it changes during the day. */
  offsetMs: number;
}
const MS_PER_HOUR = 3_600_000;

export const createZoneHours = (zone: string): ZoneHours => ({ zone, day: NaN, offsetMs: NaN });

function computeOffset(zone: string, atMs: EpochMs): number {
  const { dayMs, minute } = getWallTime(atMs, zone);
  return dayMs + minute * MINUTE_MS - Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
}

/** Local hour, 0 to 23. */
export function getHour(memo: ZoneHours, atMs: EpochMs): number {
  const day = Math.floor(atMs / DAY_MS);
  if (day !== memo.day) {
    const offsetMs = computeOffset(memo.zone, day * DAY_MS);
    memo.day = day;
    memo.offsetMs = offsetMs === computeOffset(memo.zone, (day + 1) * DAY_MS) ? offsetMs : NaN;
  }
  const localMs =
    atMs + (Number.isNaN(memo.offsetMs) ? computeOffset(memo.zone, atMs) : memo.offsetMs);
  return Math.floor((localMs - Math.floor(localMs / DAY_MS) * DAY_MS) / MS_PER_HOUR);
}
