/** Mean and standard deviation of the last n values as running sums in one block of memory. */
import { spendSteps } from '../steps';

export interface Moments {
  readonly size: number;
  readonly values: Float64Array;
  /** Where the next value goes: the oldest one once the window is full. */
  head: number;
  count: number;
  /**
   * Sums are of distances from this value, so that a high price with small moves loses no digits.
   */
  pivot: number;
  sum: number;
  squares: number;
  /** The largest sum of squares since the sums were made anew. */
  peak: number;
}

/** Sums that are this much smaller than they once were have lost too many digits to differences. */
const WORN = 1e-6;
/** A score this close to a threshold is computed from the window itself. */
const NEAR = 1e-6;

export const emptyMoments = (size: number): Moments => ({
  size,
  values: new Float64Array(size),
  head: 0,
  count: 0,
  pivot: 0,
  sum: 0,
  squares: 0,
  peak: 0,
});

export const copyMoments = (moments: Moments): Moments => ({
  ...moments,
  values: moments.values.slice(),
});

export const isFilled = (moments: Moments): boolean => moments.count === moments.size;

/** Takes a finite value into the window, in place; the oldest leaves when it is full. */
export function pushMoment(moments: Moments, value: number): void {
  const { values, head, size } = moments;
  if (moments.count === size) {
    const leaving = (values[head] ?? 0) - moments.pivot;
    moments.sum -= leaving;
    moments.squares -= leaving * leaving;
  } else {
    if (moments.count === 0) moments.pivot = value;
    moments.count += 1;
  }
  values[head] = value;
  const apart = value - moments.pivot;
  moments.sum += apart;
  moments.squares += apart * apart;
  if (moments.squares > moments.peak) moments.peak = moments.squares;
  moments.head = head + 1 === size ? 0 : head + 1;
  if (moments.head === 0 || computeSpread(moments) < WORN * moments.peak) renewSums(moments, value);
}

/** Sum of squared distances from the mean. */
const computeSpread = (moments: Moments): number =>
  moments.squares - (moments.sum * moments.sum) / moments.count;

/** Makes the sums anew about the newest value: where nothing varies they are then exactly zero. */
function renewSums(moments: Moments, pivot: number): void {
  spendSteps(moments.count);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < moments.count; i += 1) {
    const apart = (moments.values[i] ?? 0) - pivot;
    sum += apart;
    squares += apart * apart;
  }
  moments.pivot = pivot;
  moments.sum = sum;
  moments.squares = squares;
  moments.peak = squares;
}

/** Arithmetic mean of the window; NaN of nothing. */
export const meanOfMoments = (moments: Moments): number =>
  moments.pivot + moments.sum / moments.count;

/**
 * Standard deviation about the mean with divisor n, since the window is the whole of what is
 * described; NaN of nothing.
 */
export const deviationOfMoments = (moments: Moments): number =>
  Math.sqrt(Math.max(0, computeSpread(moments)) / moments.count);

/**
 * Mean of the window, oldest value first: the same to the last bit whatever the window held before.
 */
export function exactMean(moments: Moments): number {
  spendSteps(moments.count);
  let sum = 0;
  for (let age = moments.count; age > 0; age -= 1) sum += valueOfAge(moments, age);
  return sum / moments.count;
}

/** Standard deviation about `exactMean`, likewise. */
export function exactDeviation(moments: Moments): number {
  const mean = exactMean(moments);
  spendSteps(moments.count);
  let squares = 0;
  for (let age = moments.count; age > 0; age -= 1)
    squares += (valueOfAge(moments, age) - mean) ** 2;
  return Math.sqrt(squares / moments.count);
}

/** The value that was taken `age` bars ago, 1 for the newest. */
function valueOfAge(moments: Moments, age: number): number {
  const place = moments.head - age;
  return moments.values[place < 0 ? place + moments.size : place] ?? 0;
}

/** Whether a score lies so close to a threshold that rounding might decide. */
export const isNear = (score: number, threshold: number): boolean =>
  Math.abs(score - threshold) < NEAR * (1 + Math.abs(threshold));

/**
 * z = (value - mean) / deviation of the window; zero where nothing varies. Exact near +-e and +-x,
 * the thresholds it will be held against.
 */
export function computeScore(moments: Moments, value: number, e: number, x: number): number {
  const deviation = deviationOfMoments(moments);
  if (deviation === 0) return 0;
  const score = (value - meanOfMoments(moments)) / deviation;
  const size = Math.abs(score);
  return isNear(size, e) || isNear(size, x)
    ? (value - exactMean(moments)) / exactDeviation(moments)
    : score;
}
