/**
 * The largest of the last n values at a constant cost a bar.
 * It knows a queue of falling values, each larger than all that came after it; it refuses to keep one that can never lead again.
 *
 * Source of the idea: D. Lemire, Streaming maximum-minimum filter using no more than three comparisons per element (2006).
 */

export interface Extremes {
  readonly size: number;
  readonly values: Float64Array;
  /** When each was taken, in bars. */
  readonly stamps: Float64Array;
  first: number;
  length: number;
}

export const emptyExtremes = (size: number): Extremes => ({ size, values: new Float64Array(size), stamps: new Float64Array(size), first: 0, length: 0 });

export const copyExtremes = (from: Extremes): Extremes => ({ ...from, values: from.values.slice(), stamps: from.stamps.slice() });

/** Takes the value of bar number `stamp` in, in place; stamps rise by one. */
export function pushExtreme(queue: Extremes, value: number, stamp: number): void {
  const { size, values, stamps } = queue;
  let { first, length } = queue;
  if (length > 0 && (stamps[first] ?? 0) <= stamp - size) {
    first = first + 1 === size ? 0 : first + 1;
    length -= 1;
  }
  let end = first + length;
  if (end >= size) end -= size;
  while (length > 0) {
    const last = end === 0 ? size - 1 : end - 1;
    if ((values[last] ?? 0) > value) break;
    end = last;
    length -= 1;
  }
  values[end] = value;
  stamps[end] = stamp;
  queue.first = length === 0 ? end : first;
  queue.length = length + 1;
}

/** The largest value of the window; -Infinity of nothing. */
export const largestOf = (queue: Extremes): number => (queue.length === 0 ? -Infinity : (queue.values[queue.first] ?? -Infinity));
