// Points of a line on an even grid of local time: a chart that gives each of its steps the same
// width then shows time as it passed. Pure.
import { formatDate, timeOfDay } from '../../trading/domain/format';
import type { ChartValue } from '../../contracts/chart-shape';

/** More than the width of a screen tells apart is only work. */
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

/** The time on the clocks of a zone, as seconds of a world without zones. */
const localSeconds = (atMs: number, timeZone: string): number =>
  Date.parse(`${formatDate(atMs, timeZone)}T${timeOfDay(atMs, timeZone)}Z`) / 1000;

export interface Slots {
  /** Every step from the first to the last, seconds of local time. */
  readonly times: readonly number[];
  /** Where each point stands: its step in `times`, rising; no two share one. */
  readonly places: readonly number[];
}

/** Steps fall on full minutes, hours and days of the zone, so that words beneath them are round. */
export function buildSlots(points: readonly ChartValue[], timeZone: string): Slots {
  const locals = points.map(([atMs]) => localSeconds(atMs, timeZone));
  const [first = 0, last = first] = [locals[0], locals.at(-1)];
  const step =
    STEPS_S.find((seconds) => (last - first) / seconds <= SLOTS_MAX) ?? (last - first) / SLOTS_MAX;
  const start = Math.floor(first / step);
  const places: number[] = [];
  // A clock that is put back would run backwards: what comes later stands later.
  for (const local of locals)
    places.push(Math.max(Math.round(local / step) - start, (places.at(-1) ?? -1) + 1));
  return {
    times: Array.from({ length: (places.at(-1) ?? 0) + 1 }, (_, slot) => (start + slot) * step),
    places,
  };
}
