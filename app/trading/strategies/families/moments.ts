/** Rolling mean and standard deviation of n values from running sums. */
import { spendSteps } from '../step-budget';

export interface Moments {
  readonly size: number;
  readonly values: Float64Array;
  /** Index of the next value: the oldest one once the window is full. */
  head: number;
  count: number;
  /** Sums are of differences from this value, which preserves digits at high price levels. */
  pivot: number;
  sum: number;
  squares: number;
  /** Peak sum of squares since the last recomputation. */
  peak: number;
}

/** Sums below this fraction of their peak have lost too much precision. */
const PRECISION_LOSS = 1e-6;
/** A score this close to a threshold is recomputed exactly. */
const NEAR = 1e-6;

export const createMoments = (size: number): Moments => ({
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

/** Adds a finite value in place; the oldest leaves a full window. */
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
  const distance = value - moments.pivot;
  moments.sum += distance;
  moments.squares += distance * distance;
  if (moments.squares > moments.peak) moments.peak = moments.squares;
  moments.head = head + 1 === size ? 0 : head + 1;
  if (moments.head === 0 || computeSpread(moments) < PRECISION_LOSS * moments.peak)
    recomputeSums(moments, value);
}

/** Sum of squared distances from the mean. */
const computeSpread = (moments: Moments): number =>
  moments.squares - (moments.sum * moments.sum) / moments.count;

/** Recomputes the sums about the latest value; exactly zero when nothing varies. */
function recomputeSums(moments: Moments, pivot: number): void {
  spendSteps(moments.count);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < moments.count; i += 1) {
    const distance = (moments.values[i] ?? 0) - pivot;
    sum += distance;
    squares += distance * distance;
  }
  moments.pivot = pivot;
  moments.sum = sum;
  moments.squares = squares;
  moments.peak = squares;
}

/** Mean of the window; NaN when empty. */
export const getMean = (moments: Moments): number => moments.pivot + moments.sum / moments.count;

/** Population standard deviation (divisor n); NaN when empty. */
export const getDeviation = (moments: Moments): number =>
  Math.sqrt(Math.max(0, computeSpread(moments)) / moments.count);

/** Exact mean, oldest value first; independent of earlier values. */
export function computeExactMean(moments: Moments): number {
  spendSteps(moments.count);
  let sum = 0;
  for (let age = moments.count; age > 0; age -= 1) sum += getValueByAge(moments, age);
  return sum / moments.count;
}

/** Exact standard deviation about the exact mean. */
export function computeExactDeviation(moments: Moments): number {
  const mean = computeExactMean(moments);
  spendSteps(moments.count);
  let squares = 0;
  for (let age = moments.count; age > 0; age -= 1)
    squares += (getValueByAge(moments, age) - mean) ** 2;
  return Math.sqrt(squares / moments.count);
}

/** The value added `age` bars ago, 1 for the latest. */
function getValueByAge(moments: Moments, age: number): number {
  const index = moments.head - age;
  return moments.values[index < 0 ? index + moments.size : index] ?? 0;
}

/** True when rounding could decide at this threshold. */
export const isNear = (score: number, threshold: number): boolean =>
  Math.abs(score - threshold) < NEAR * (1 + Math.abs(threshold));

/**
 * z = (value - mean) / standard deviation; zero when nothing varies. Exact near the thresholds +-e
 * and +-x.
 */
export function computeScore(moments: Moments, value: number, e: number, x: number): number {
  const deviation = getDeviation(moments);
  if (deviation === 0) return 0;
  const score = (value - getMean(moments)) / deviation;
  const size = Math.abs(score);
  return isNear(size, e) || isNear(size, x)
    ? (value - computeExactMean(moments)) / computeExactDeviation(moments)
    : score;
}
