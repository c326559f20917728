/** Conversion between local time and UTC, including clock changes. */
import { IANAZone } from 'luxon';
import type { EpochMs } from '../domain/units';
import { getWeekday } from './calendar';
import { DAY_MS, MINUTE_MS } from '../domain/time';

/** Bound of zone offsets from UTC. */
const OFFSET_HOURS_MAX = 15;

/** True for a supported IANA zone. */
export const isZone = (zone: string): boolean => IANAZone.isValidZone(zone);

/** Cached offsets are dropped beyond this many UTC days of a zone: 50 years. */
const CACHED_DAYS_MAX = 18_263;

/** Minutes local time is ahead of UTC on one UTC day. Zones change at most once a day. */
interface DayOffsets {
  readonly before: number;
  readonly after: number;
  /** First moment of `after`. */
  readonly changesMs: EpochMs;
}

interface ZoneOffsets {
  readonly rules: IANAZone;
  /** By UTC day since 1970. */
  readonly byDay: Map<number, DayOffsets>;
}

/** Offsets by zone: luxon formats and parses a date for each one, which takes far longer. */
const offsetsByZone = new Map<string, ZoneOffsets>();

function openZone(zone: string): ZoneOffsets {
  const known = offsetsByZone.get(zone);
  if (known) return known;
  const opened = { rules: IANAZone.create(zone), byDay: new Map<number, DayOffsets>() };
  // An unsupported zone is not stored: texts of users could fill the memory.
  if (opened.rules.isValid) offsetsByZone.set(zone, opened);
  return opened;
}

function computeDayOffsets(rules: IANAZone, day: number): DayOffsets {
  let [low, high] = [day * DAY_MS, (day + 1) * DAY_MS];
  const [before, after] = [rules.offset(low), rules.offset(high)];
  if (before === after) return { before, after, changesMs: high };
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (rules.offset(middle) === before) low = middle;
    else high = middle;
  }
  return { before, after, changesMs: high };
}

/** Minutes local time is ahead of UTC; NaN for an unsupported zone or an impossible time. */
function getOffset(atMs: EpochMs, zone: string): number {
  const { rules, byDay } = openZone(zone);
  const day = Math.floor(atMs / DAY_MS);
  let offsets = byDay.get(day);
  if (!offsets) {
    offsets = computeDayOffsets(rules, day);
    if (byDay.size >= CACHED_DAYS_MAX) byDay.clear();
    byDay.set(day, offsets);
  }
  return atMs < offsets.changesMs ? offsets.before : offsets.after;
}

/** UTC times of a local time (given as if UTC): none in a spring gap, two in an autumn hour. */
export function listUtcMoments(wallMs: EpochMs, zone: string): readonly EpochMs[] {
  const near = OFFSET_HOURS_MAX * 60 * MINUTE_MS;
  const offsets = new Set([getOffset(wallMs - near, zone), getOffset(wallMs + near, zone)]);
  const moments = [...offsets]
    .map((minutes) => wallMs - minutes * MINUTE_MS)
    .filter((ms) => ms + getOffset(ms, zone) * MINUTE_MS === wallMs);
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
  const localMs = atMs + getOffset(atMs, zone) * MINUTE_MS;
  const dayMs = Math.floor(localMs / DAY_MS) * DAY_MS;
  return {
    dayMs,
    minute: Math.floor((localMs - dayMs) / MINUTE_MS),
    weekday: Number.isNaN(dayMs) ? NaN : getWeekday(dayMs),
  };
}

/** First UTC time of a local time; in a spring gap, by the offset before the change. */
export function getMoment(dayMs: EpochMs, minute: number, zone: string): EpochMs {
  const wallMs = dayMs + minute * MINUTE_MS;
  const [first] = listUtcMoments(wallMs, zone);
  if (first !== undefined) return first;
  return wallMs - getOffset(wallMs - OFFSET_HOURS_MAX * 60 * MINUTE_MS, zone) * MINUTE_MS;
}
