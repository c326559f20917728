/**
 * Intraday prices: a Brownian bridge between two midnights, refined by bisection to the minute,
 * then to five seconds.
 */
import {
  MINUTES_PER_DAY,
  getDayStartMs,
  isBusyHour,
  isWeekend,
  getNewYorkLagHours,
} from './calendar';
import type { PointNormal } from './intraday-noise';
import { DAY_MS } from '../domain/time';

export interface Bridge {
  /** Values at the first and the last point. */
  readonly from: number;
  readonly to: number;
  /** Standard deviation over the whole interval. */
  readonly sigma: number;
  /** Elapsed market time at each point, ascending from 0 to 1. */
  readonly clock: Float64Array;
}

/** Midpoint of two known points (Levy's construction): mean by market time, bridge variance. */
function drawMidpoint(
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

/** Value at one point, by bisection. */
export function computeBridgePoint(bridge: Bridge, point: number, normal: PointNormal): number {
  let [low, high, fromValue, toValue] = [0, bridge.clock.length - 1, bridge.from, bridge.to];
  while (point > low && point < high) {
    const middle = (low + high) >> 1;
    const value = drawMidpoint(bridge, low, high, fromValue, toValue, normal);
    if (point < middle) [high, toValue] = [middle, value];
    else [low, fromValue] = [middle, value];
  }
  return point <= low ? fromValue : toValue;
}

/** Bisection order of a clock and the constants of each step. */
interface Halvings {
  readonly low: Uint16Array;
  readonly middle: Uint16Array;
  readonly high: Uint16Array;
  /**
   * Market time from low to middle and from low to high, and the midpoint's standard deviation at
   * sigma 1.
   */
  readonly passed: Float64Array;
  readonly whole: Float64Array;
  readonly root: Float64Array;
}

const halvingsByClock = new WeakMap<Float64Array, Halvings>();

function getHalvings(clock: Float64Array): Halvings {
  const cached = halvingsByClock.get(clock);
  if (cached) return cached;
  const steps: (readonly [number, number, number])[] = [];
  const fill = (low: number, high: number): void => {
    if (high - low < 2) return;
    const middle = (low + high) >> 1;
    steps.push([low, middle, high]);
    fill(low, middle);
    fill(middle, high);
  };
  fill(0, clock.length - 1);
  const getClock = (point: number): number => clock[point] ?? 0;
  const created: Halvings = {
    low: Uint16Array.from(steps, ([low]) => low),
    middle: Uint16Array.from(steps, ([, middle]) => middle),
    high: Uint16Array.from(steps, ([, , high]) => high),
    passed: Float64Array.from(steps, ([low, middle]) => getClock(middle) - getClock(low)),
    whole: Float64Array.from(steps, ([low, , high]) => getClock(high) - getClock(low)),
    root: Float64Array.from(steps, ([low, middle, high]) =>
      Math.sqrt(
        ((getClock(middle) - getClock(low)) * (getClock(high) - getClock(middle))) /
          (getClock(high) - getClock(low)),
      ),
    ),
  };
  halvingsByClock.set(clock, created);
  return created;
}

/**
 * Values at all points; equal to `computeBridgePoint` at each of them. `normals` holds one normal
 * per point.
 */
export function computeBridge(
  { from, to, sigma, clock }: Bridge,
  normals: ArrayLike<number>,
): Float64Array {
  const { low, middle, high, passed, whole, root } = getHalvings(clock);
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

/** Weight of a busy minute; quiet minutes weigh 1. */
const BUSY_WEIGHT = 3;

const buildClock = (weights: readonly number[]): Float64Array => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const clock = new Float64Array(weights.length + 1);
  let passed = 0;
  weights.forEach((weight, index) => {
    passed += weight;
    clock[index + 1] = passed / total;
  });
  return clock;
};

const buildMinuteClock = (weight: (minute: number) => number): Float64Array =>
  buildClock(Array.from({ length: MINUTES_PER_DAY }, (_, minute) => weight(minute)));
const QUIET_CLOCK = buildMinuteClock(() => 1);
const buildBusyClock = (weekdayMs: number): Float64Array =>
  buildMinuteClock((minute) => (isBusyHour(weekdayMs + minute * 60_000) ? BUSY_WEIGHT : 1));
/** Tuesdays in standard and in daylight saving time. */
const WINTER_CLOCK = buildBusyClock(Date.UTC(2010, 0, 5));
const SUMMER_CLOCK = buildBusyClock(Date.UTC(2010, 6, 6));

/** Market time by minute of a day: faster 9:00–16:00 New York on weekdays. */
export function getDayClock(day: number): Float64Array {
  if (isWeekend(day)) return QUIET_CLOCK;
  return getNewYorkLagHours(getDayStartMs(day) + DAY_MS / 2) === 4 ? SUMMER_CLOCK : WINTER_CLOCK;
}

/** Five-second ticks per minute; the first is the open, the last the close. */
export const TICKS_PER_MINUTE = 12;
export const TICK_CLOCK = buildClock(Array.from({ length: TICKS_PER_MINUTE - 1 }, () => 1));
