import type { Sample } from './sample';

/**
 * Fraction of the sum of squares in the largest `fraction` (0 to 1) of absolute values, at least
 * one value; NaN without values or if all are zero. High for markets with rare extreme moves.
 */
export function computeTopShare(values: Sample, fraction: number): number {
  const squares = Float64Array.from(values, (value) => value * value)
    .sort()
    .reverse();
  const topCount = Math.max(1, Math.round(fraction * squares.length));
  let [top, all] = [0, 0];
  squares.forEach((square, index) => {
    all += square;
    if (index < topCount) top += square;
  });
  return top / all;
}
