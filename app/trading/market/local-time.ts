/** Conversion between local time and UTC, including clock changes. */
import { DateTime, IANAZone } from 'luxon';
import type { EpochMs } from '../domain/units';
import { MINUTE_MS } from '../domain/time';

/** Bound of zone offsets from UTC. */
const OFFSET_HOURS_MAX = 15;

/** True for a supported IANA zone. */
export const isZone = (zone: string): boolean => IANAZone.isValidZone(zone);

/** UTC times of a local time (given as if UTC): none in a spring gap, two in an autumn hour. */
export function listUtcMoments(wallMs: EpochMs, zone: string): readonly EpochMs[] {
  const rules = IANAZone.create(zone);
  const near = OFFSET_HOURS_MAX * 60 * MINUTE_MS;
  const offsets = new Set([rules.offset(wallMs - near), rules.offset(wallMs + near)]);
  const moments = [...offsets]
    .map((minutes) => wallMs - minutes * MINUTE_MS)
    .filter((ms) => ms + rules.offset(ms) * MINUTE_MS === wallMs);
  return moments.sort((a, b) => a - b);
}

interface WallTime {
  /** Midnight of the local date, as if UTC. */
  readonly dayMs: EpochMs;
  /** Minutes after local midnight. */
  readonly minute: number;
  /** ISO weekday, 1 = Monday. */
  readonly weekday: number;
}

/** Local date, minute and weekday. */
export function getWallTime(atMs: EpochMs, zone: string): WallTime {
  const local = DateTime.fromMillis(atMs, { zone });
  return {
    dayMs: Date.UTC(local.year, local.month - 1, local.day),
    minute: local.hour * 60 + local.minute,
    weekday: local.weekday,
  };
}

/** First UTC time of a local time; in a spring gap, by the offset before the change. */
export function getMoment(dayMs: EpochMs, minute: number, zone: string): EpochMs {
  const wallMs = dayMs + minute * MINUTE_MS;
  const [first] = listUtcMoments(wallMs, zone);
  if (first !== undefined) return first;
  const rules = IANAZone.create(zone);
  return wallMs - rules.offset(wallMs - OFFSET_HOURS_MAX * 60 * MINUTE_MS) * MINUTE_MS;
}
