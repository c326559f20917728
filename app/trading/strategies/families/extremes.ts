/**
 * Rolling maximum of highs or minimum of lows over n bars at constant cost per bar.
 *
 * Values pass through fields, not arguments, because a call that is not inlined would allocate
 * them.
 *
 * Algorithm after D. Lemire, Streaming maximum-minimum filter using no more than three comparisons
 * per element (2006).
 */
import { spendSteps } from '../step-budget';

export interface Extremes {
  readonly size: number;
  /** Lows are stored negated, so that the maximum is the lowest low. */
  readonly of: 'highs' | 'lows';
  /** Capacity rounded up to a power of two, so that an index is a masked count. */
  readonly values: Float64Array;
  /** Bar number of each value. */
  readonly stamps: Float64Array;
  /** Queue bounds as counts modulo 2^30. */
  first: number;
  end: number;
  /** Current extreme; -Infinity or Infinity while empty. */
  edge: number;
}

/** Modulus of the counts, a multiple of every capacity, so that they stay small integers. */
const COUNTS = 2 ** 30;

export function createExtremes(of: Extremes['of'], size: number): Extremes {
  const room = 2 ** Math.ceil(Math.log2(size));
  return {
    size,
    of,
    values: new Float64Array(room),
    stamps: new Float64Array(room),
    first: 0,
    end: 0,
    edge: of === 'highs' ? -Infinity : Infinity,
  };
}

export const copyExtremes = (from: Extremes): Extremes => ({
  ...from,
  values: from.values.slice(),
  stamps: from.stamps.slice(),
});

/** Adds the high or low of bar number `stamp`, in place; stamps increase by one. */
export function pushExtreme(
  queue: Extremes,
  bar: { readonly high: number; readonly low: number },
  stamp: number,
): void {
  const { values, stamps } = queue;
  const isHighs = queue.of === 'highs';
  const value = isHighs ? bar.high : -bar.low;
  const mask = values.length - 1;
  let { first, end } = queue;
  if (first < end && (stamps[first & mask] ?? 0) <= stamp - queue.size) first += 1;
  const before = end;
  while (first < end && (values[(end - 1) & mask] ?? 0) <= value) end -= 1;
  spendSteps(before - end);
  values[end & mask] = value;
  stamps[end & mask] = stamp;
  const largest = values[first & mask] ?? 0;
  queue.edge = isHighs ? largest : -largest;
  const turn = first >= COUNTS ? COUNTS : 0;
  queue.first = first - turn;
  queue.end = end + 1 - turn;
}
