/**
 * The highest high or the lowest low of the last n bars at a constant cost a bar.
 *
 * Figures pass through fields and not through arguments, because a call that is not inlined would
 * put each of them on the heap.
 *
 * Source of the idea: D. Lemire, Streaming maximum-minimum filter using no more than three
 * comparisons per element (2006).
 */
import { spendSteps } from '../steps';

export interface Extremes {
  readonly size: number;
  /** Lows are kept with their sign turned, so that the largest is the lowest. */
  readonly of: 'highs' | 'lows';
  /** Room for `size` values, rounded up to a power of two so that a place is a masked count. */
  readonly values: Float64Array;
  /** When each was taken, in bars. */
  readonly stamps: Float64Array;
  /**
   * Values ever put in front of and behind the queue, modulo 2^30: the queue lies between the two.
   */
  first: number;
  end: number;
  /**
   * The highest high or lowest low of the window; infinitely far on the other side while there is
   * none.
   */
  edge: number;
}

/**
 * Counts are kept below this, a multiple of every room, so that they stay small whole numbers for
 * ever.
 */
const COUNTS = 2 ** 30;

export function emptyExtremes(of: Extremes['of'], size: number): Extremes {
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

/** Takes the high or low of bar number `stamp` in, in place; stamps rise by one. */
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
