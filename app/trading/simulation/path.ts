/**
 * A price inside its day: a Brownian bridge between two midnights, refined by halving down to the minute and inside it to five seconds.
 * It knows each point by its own number of chance, so any point may be asked for first; it refuses to move a point once finer ones are asked.
 */
import { DAY_MS, MINUTES_PER_DAY, dayStartMs, isBusyHour, isWeekend, newYorkLagHours } from './calendar';
import type { PointNormal } from './noise';

export interface Bridge {
  /** Values at the first and the last point. */
  readonly from: number;
  readonly to: number;
  /** Standard deviation over the whole stretch. */
  readonly sigma: number;
  /** Market time at each point, 0 at the first to 1 at the last, rising. */
  readonly clock: Float64Array;
}

/** The point between two known ones (Levy's construction): mean by market time, variance of a bridge. */
function between(bridge: Bridge, low: number, high: number, fromValue: number, toValue: number, normal: PointNormal): number {
  const middle = (low + high) >> 1;
  const [start, at, end] = [bridge.clock[low] ?? 0, bridge.clock[middle] ?? 0, bridge.clock[high] ?? 1];
  const sd = bridge.sigma * Math.sqrt(((at - start) * (end - at)) / (end - start));
  return fromValue + ((toValue - fromValue) * (at - start)) / (end - start) + sd * normal(middle);
}

/** The value at one point, by as many halvings as lead to it. */
export function bridgeAt(bridge: Bridge, point: number, normal: PointNormal): number {
  let [low, high, fromValue, toValue] = [0, bridge.clock.length - 1, bridge.from, bridge.to];
  while (point > low && point < high) {
    const middle = (low + high) >> 1;
    const value = between(bridge, low, high, fromValue, toValue, normal);
    if (point < middle) [high, toValue] = [middle, value];
    else [low, fromValue] = [middle, value];
  }
  return point <= low ? fromValue : toValue;
}

/** The values at all points: the same numbers as one by one. */
export function bridgeAll(bridge: Bridge, normal: PointNormal): Float64Array {
  const last = bridge.clock.length - 1;
  const values = new Float64Array(last + 1);
  [values[0], values[last]] = [bridge.from, bridge.to];
  const fill = (low: number, high: number): void => {
    if (high - low < 2) return;
    const middle = (low + high) >> 1;
    values[middle] = between(bridge, low, high, values[low] ?? 0, values[high] ?? 0, normal);
    fill(low, middle);
    fill(middle, high);
  };
  fill(0, last);
  return values;
}

/** A busy minute is worth so many quiet ones. */
const BUSY_WEIGHT = 3;

const clockOf = (weights: readonly number[]): Float64Array => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const clock = new Float64Array(weights.length + 1);
  let passed = 0;
  weights.forEach((weight, index) => {
    passed += weight;
    clock[index + 1] = passed / total;
  });
  return clock;
};

const minutes = (weight: (minute: number) => number): Float64Array => clockOf(Array.from({ length: MINUTES_PER_DAY }, (_, minute) => weight(minute)));
const QUIET_CLOCK = minutes(() => 1);
const busyMinutes = (weekdayMs: number): Float64Array => minutes((minute) => (isBusyHour(weekdayMs + minute * 60_000) ? BUSY_WEIGHT : 1));
/** Two ordinary Tuesdays, one in each half of New York's year. */
const WINTER_CLOCK = busyMinutes(Date.UTC(2010, 0, 5));
const SUMMER_CLOCK = busyMinutes(Date.UTC(2010, 6, 6));

/** The market time of a world day by its minutes: busier from 9 to 16 in New York, steady at weekends. */
export function dayClock(day: number): Float64Array {
  if (isWeekend(day)) return QUIET_CLOCK;
  return newYorkLagHours(dayStartMs(day) + DAY_MS / 2) === 4 ? SUMMER_CLOCK : WINTER_CLOCK;
}

/** Ticks of five seconds in a minute; the first shows its open, the last its close. */
export const TICKS_PER_MINUTE = 12;
export const TICK_CLOCK = clockOf(Array.from({ length: TICKS_PER_MINUTE - 1 }, () => 1));
