/** Straight lines between points, flat beyond the outermost. */
export function interpolateTable(
  places: readonly number[],
  values: readonly number[],
  at: number,
): number {
  let [low, high] = [0, places.length - 1];
  if (at <= (places[low] ?? NaN)) return values[low] ?? NaN;
  if (at >= (places[high] ?? NaN)) return values[high] ?? NaN;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? NaN) <= at) low = middle;
    else high = middle;
  }
  const [from = NaN, until = NaN] = [places[low], places[high]];
  const [start = NaN, end = NaN] = [values[low], values[high]];
  return until > from ? start + ((end - start) * (at - from)) / (until - from) : end;
}
