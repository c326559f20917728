// Standardizes columns to mean 0 and deviation 1, fitted on training rows.

interface Standardizer {
  /** Standardizes one row. */
  readonly of: (row: Float64Array) => Float64Array;
}

/** Standardized inputs are clipped at ± this many deviations. */
const CLIP_SIGMAS = 6;

export function fitStandardizer(rows: readonly Float64Array[]): Standardizer {
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
        Math.max(
          -CLIP_SIGMAS,
          Math.min(CLIP_SIGMAS, (value - (mean[column] ?? 0)) / (deviation[column] ?? 1)),
        ),
      ),
  };
}

/** Hourly means over days. */
export function computeHourlyMeans(days: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(days[0]?.length ?? 0);
  for (const day of days)
    for (let hour = 0; hour < mean.length; hour += 1)
      mean[hour] = (mean[hour] ?? 0) + (day[hour] ?? NaN) / days.length;
  return mean;
}
