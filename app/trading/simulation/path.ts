/**
 * A price inside its day: a Brownian bridge between two midnights, refined by halving down to the
 * minute and inside it to five seconds.
 */
import { MINUTES_PER_DAY, dayStartMs, isBusyHour, isWeekend, newYorkLagHours } from './calendar';
import type { PointNormal } from './noise';
import { DAY_MS } from '../domain/time';

export interface Bridge {
  /** Values at the first and the last point. */
  readonly from: number;
  readonly to: number;
  /** Standard deviation over the whole stretch. */
  readonly sigma: number;
  /** Market time at each point, 0 at the first to 1 at the last, rising. */
  readonly clock: Float64Array;
}

/**
 * The point between two known ones (Levy's construction): mean by market time, variance of a
 * bridge.
 */
function interpolateLinearly(
  bridge: Bridge,
  low: number,
  high: number,
  fromValue: number,
  toValue: number,
  normal: PointNormal,
): number {
  const middle = (low + high) >> 1;
  const [start, at, end] = [
    bridge.clock[low] ?? 0,
    bridge.clock[middle] ?? 0,
    bridge.clock[high] ?? 1,
  ];
  const sd = bridge.sigma * Math.sqrt(((at - start) * (end - at)) / (end - start));
  return fromValue + ((toValue - fromValue) * (at - start)) / (end - start) + sd * normal(middle);
}

/** The value at one point, by as many halvings as lead to it. */
export function bridgeAt(bridge: Bridge, point: number, normal: PointNormal): number {
  let [low, high, fromValue, toValue] = [0, bridge.clock.length - 1, bridge.from, bridge.to];
  while (point > low && point < high) {
    const middle = (low + high) >> 1;
    const value = interpolateLinearly(bridge, low, high, fromValue, toValue, normal);
    if (point < middle) [high, toValue] = [middle, value];
    else [low, fromValue] = [middle, value];
  }
  return point <= low ? fromValue : toValue;
}

/**
 * The halvings of a clock in an order in which each lies between two known points, with what no
 * bridge changes of them.
 */
interface Halvings {
  readonly low: Uint16Array;
  readonly middle: Uint16Array;
  readonly high: Uint16Array;
  /**
   * Market time from the low point to the middle and to the high one, and the deviation of the
   * middle for a sigma of 1.
   */
  readonly passed: Float64Array;
  readonly whole: Float64Array;
  readonly root: Float64Array;
}

const halvingsOf = new WeakMap<Float64Array, Halvings>();

function halveClock(clock: Float64Array): Halvings {
  const known = halvingsOf.get(clock);
  if (known) return known;
  const steps: (readonly [number, number, number])[] = [];
  const fill = (low: number, high: number): void => {
    if (high - low < 2) return;
    const middle = (low + high) >> 1;
    steps.push([low, middle, high]);
    fill(low, middle);
    fill(middle, high);
  };
  fill(0, clock.length - 1);
  const at = (point: number): number => clock[point] ?? 0;
  const made: Halvings = {
    low: Uint16Array.from(steps, ([low]) => low),
    middle: Uint16Array.from(steps, ([, middle]) => middle),
    high: Uint16Array.from(steps, ([, , high]) => high),
    passed: Float64Array.from(steps, ([low, middle]) => at(middle) - at(low)),
    whole: Float64Array.from(steps, ([low, , high]) => at(high) - at(low)),
    root: Float64Array.from(steps, ([low, middle, high]) =>
      Math.sqrt(((at(middle) - at(low)) * (at(high) - at(middle))) / (at(high) - at(low))),
    ),
  };
  halvingsOf.set(clock, made);
  return made;
}

/**
 * The values at all points, with the normal of each point in `normals`: the same numbers as one by
 * one.
 */
export function bridgeAll(
  { from, to, sigma, clock }: Bridge,
  normals: ArrayLike<number>,
): Float64Array {
  const { low, middle, high, passed, whole, root } = halveClock(clock);
  const values = new Float64Array(clock.length);
  [values[0], values[clock.length - 1]] = [from, to];
  for (let step = 0; step < middle.length; step += 1) {
    const [start, point] = [values[low[step] ?? 0] ?? 0, middle[step] ?? 0];
    const change = (values[high[step] ?? 0] ?? 0) - start;
    values[point] =
      start +
      (change * (passed[step] ?? 0)) / (whole[step] ?? 1) +
      sigma * (root[step] ?? 0) * (normals[point] ?? 0);
  }
  return values;
}

/** A busy minute is worth so many quiet ones. */
const BUSY_WEIGHT = 3;

const computeClock = (weights: readonly number[]): Float64Array => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const clock = new Float64Array(weights.length + 1);
  let passed = 0;
  weights.forEach((weight, index) => {
    passed += weight;
    clock[index + 1] = passed / total;
  });
  return clock;
};

const weighMinutes = (weight: (minute: number) => number): Float64Array =>
  computeClock(Array.from({ length: MINUTES_PER_DAY }, (_, minute) => weight(minute)));
const QUIET_CLOCK = weighMinutes(() => 1);
const busyMinutes = (weekdayMs: number): Float64Array =>
  weighMinutes((minute) => (isBusyHour(weekdayMs + minute * 60_000) ? BUSY_WEIGHT : 1));
/** Two ordinary Tuesdays, one in each half of New York's year. */
const WINTER_CLOCK = busyMinutes(Date.UTC(2010, 0, 5));
const SUMMER_CLOCK = busyMinutes(Date.UTC(2010, 6, 6));

/**
 * The market time of a world day by its minutes: busier from 9 to 16 in New York, steady at
 * weekends.
 */
export function dayClock(day: number): Float64Array {
  if (isWeekend(day)) return QUIET_CLOCK;
  return newYorkLagHours(dayStartMs(day) + DAY_MS / 2) === 4 ? SUMMER_CLOCK : WINTER_CLOCK;
}

/** Ticks of five seconds in a minute; the first shows its open, the last its close. */
export const TICKS_PER_MINUTE = 12;
export const TICK_CLOCK = computeClock(Array.from({ length: TICKS_PER_MINUTE - 1 }, () => 1));
