/** How much of all variance falls on a few days: the mark of markets that sleep until a freeze. */
import type { Sample } from './sample';

/**
 * Share of the sum of squares in the largest `part` (0 to 1) of the values by size, at least one of
 * them; NaN of nothing or of zeros.
 */
export function computeTopShare(values: Sample, part: number): number {
  const squares = Float64Array.from(values, (value) => value * value)
    .sort()
    .reverse();
  const taken = Math.max(1, Math.round(part * squares.length));
  let [top, all] = [0, 0];
  squares.forEach((square, index) => {
    all += square;
    if (index < taken) top += square;
  });
  return top / all;
}
