/**
 * Wall time in a named zone against moments of time, through the two days a year on which they
 * disagree.
 */
import { DateTime, IANAZone } from 'luxon';
import type { EpochMs } from '../domain/units';
import { MINUTE_MS } from '../domain/time';

/** Offsets of all zones lie within this many hours of UTC. */
const OFFSET_HOURS_MAX = 15;

/** Whether the zone is an IANA name that this program can compute with. */
export const isZone = (zone: string): boolean => IANAZone.isValidZone(zone);

/**
 * The moments at which clocks of the zone show this wall time (given as if UTC): none in a spring
 * gap, two in an autumn hour.
 */
export function utcMoments(wallMs: EpochMs, zone: string): readonly EpochMs[] {
  const rules = IANAZone.create(zone);
  const near = OFFSET_HOURS_MAX * 60 * MINUTE_MS;
  const offsets = new Set([rules.offset(wallMs - near), rules.offset(wallMs + near)]);
  const moments = [...offsets]
    .map((minutes) => wallMs - minutes * MINUTE_MS)
    .filter((ms) => ms + rules.offset(ms) * MINUTE_MS === wallMs);
  return moments.sort((a, b) => a - b);
}

interface WallTime {
  /** Midnight of the wall date, as if UTC. */
  readonly dayMs: EpochMs;
  /** Minutes after midnight on the clock. */
  readonly minute: number;
  /** ISO weekday, 1 = Monday. */
  readonly weekday: number;
}

/** What clocks and calendars of the zone show at a moment. */
export function wallTime(atMs: EpochMs, zone: string): WallTime {
  const local = DateTime.fromMillis(atMs, { zone });
  return {
    dayMs: Date.UTC(local.year, local.month - 1, local.day),
    minute: local.hour * 60 + local.minute,
    weekday: local.weekday,
  };
}

/**
 * The first moment at which clocks of the zone show this wall time; in a spring gap the one that
 * the clock before the change would give.
 */
export function getMoment(dayMs: EpochMs, minute: number, zone: string): EpochMs {
  const wallMs = dayMs + minute * MINUTE_MS;
  const [first] = utcMoments(wallMs, zone);
  if (first !== undefined) return first;
  const rules = IANAZone.create(zone);
  return wallMs - rules.offset(wallMs - OFFSET_HOURS_MAX * 60 * MINUTE_MS) * MINUTE_MS;
}
