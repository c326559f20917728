/** Linear interpolation between points with ascending `xs`, constant beyond the ends. */
export function interpolateTable(xs: readonly number[], ys: readonly number[], x: number): number {
  let [low, high] = [0, xs.length - 1];
  if (x <= (xs[low] ?? NaN)) return ys[low] ?? NaN;
  if (x >= (xs[high] ?? NaN)) return ys[high] ?? NaN;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? NaN) <= x) low = middle;
    else high = middle;
  }
  const [from = NaN, until = NaN] = [xs[low], xs[high]];
  const [start = NaN, end = NaN] = [ys[low], ys[high]];
  return until > from ? start + ((end - start) * (x - from)) / (until - from) : end;
}
