// Maps points to an even grid of local time, for a chart library that spaces its points evenly.
import { formatDate, formatTimeOfDay } from '../../trading/domain/format';
import type { ChartValue } from '../../contracts/chart-shape';

/** About one slot per pixel; more would not be visible. */
const SLOTS_MAX = 720;
const MINUTE_S = 60;
const STEPS_S = [
  1,
  5,
  15,
  30,
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 5760, 10_080].map(
    (minutes) => minutes * MINUTE_S,
  ),
];

/** Local clock time of a zone as seconds since 1970-01-01, ignoring the UTC offset. */
const getLocalSeconds = (atMs: number, timeZone: string): number =>
  Date.parse(`${formatDate(atMs, timeZone)}T${formatTimeOfDay(atMs, timeZone)}Z`) / 1000;

export interface Slots {
  /** Every grid step from the first to the last, in seconds of local time. */
  readonly times: readonly number[];
  /** Index in `times` of each point, strictly increasing. */
  readonly slotIndexes: readonly number[];
}

/** Steps fall on full minutes, hours and days of the zone, so axis labels are round. */
export function buildSlots(points: readonly ChartValue[], timeZone: string): Slots {
  const locals = points.map(([atMs]) => getLocalSeconds(atMs, timeZone));
  const [first = 0, last = first] = [locals[0], locals.at(-1)];
  const step =
    STEPS_S.find((seconds) => (last - first) / seconds <= SLOTS_MAX) ?? (last - first) / SLOTS_MAX;
  const start = Math.floor(first / step);
  const slotIndexes: number[] = [];
  // When clocks are set back, later points still get higher indexes.
  for (const local of locals)
    slotIndexes.push(Math.max(Math.round(local / step) - start, (slotIndexes.at(-1) ?? -1) + 1));
  return {
    times: Array.from(
      { length: (slotIndexes.at(-1) ?? 0) + 1 },
      (_, slot) => (start + slot) * step,
    ),
    slotIndexes,
  };
}
