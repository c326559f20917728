// Rows with mean nothing and deviation one in each column, by the rows that are learnt from.

interface Standard {
  /** One row, by the means and deviations of those it was made from. */
  readonly of: (row: Float64Array) => Float64Array;
}

/** Beyond so many deviations an input says no more. */
const CLIP = 6;

export function computeStandard(rows: readonly Float64Array[]): Standard {
  const width = rows[0]?.length ?? 0;
  const mean = new Float64Array(width);
  const scale = new Float64Array(width);
  for (const row of rows)
    for (let column = 0; column < width; column += 1)
      mean[column] = (mean[column] ?? 0) + (row[column] ?? NaN) / rows.length;
  for (const row of rows)
    for (let column = 0; column < width; column += 1)
      scale[column] =
        (scale[column] ?? 0) + ((row[column] ?? NaN) - (mean[column] ?? 0)) ** 2 / rows.length;
  const deviation = scale.map((square) => (square > 1e-12 ? Math.sqrt(square) : 1));
  return {
    of: (row) =>
      row.map((value, column) =>
        Math.max(-CLIP, Math.min(CLIP, (value - (mean[column] ?? 0)) / (deviation[column] ?? 1))),
      ),
  };
}

/** Mean of 24 values over days. */
export function meanHours(days: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(days[0]?.length ?? 0);
  for (const day of days)
    for (let hour = 0; hour < mean.length; hour += 1)
      mean[hour] = (mean[hour] ?? 0) + (day[hour] ?? NaN) / days.length;
  return mean;
}
