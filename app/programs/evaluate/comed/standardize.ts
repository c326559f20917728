// Standardizes columns to mean 0 and deviation 1, fitted on training rows.

interface Standardizer {
  /** Standardizes one row. */
  readonly of: (row: Float64Array) => Float64Array;
}

/** Standardized inputs are clipped at ± this many deviations. */
const CLIP_SIGMAS = 6;
const VARIANCE_MIN = 1e-12;

/** Weights of training days, oldest first, halved per half-life (days); their sum is 1. */
export function computeDayWeights(count: number, halfLifeDays: number): Float64Array {
  const weights = Float64Array.from(
    { length: count },
    (_, day) => 2 ** (-(count - 1 - day) / halfLifeDays),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Moments are weighted by `rowWeights`, whose sum is 1. */
export function fitStandardizer(
  rows: readonly Float64Array[],
  rowWeights: Float64Array,
): Standardizer {
  const mean = computeHourlyMeans(rows, rowWeights);
  const variance = new Float64Array(mean.length);
  rows.forEach((row, index) => {
    for (let column = 0; column < variance.length; column += 1)
      variance[column] =
        (variance[column] ?? 0) +
        (rowWeights[index] ?? 0) * ((row[column] ?? NaN) - (mean[column] ?? 0)) ** 2;
  });
  const deviation = variance.map((square) => (square > VARIANCE_MIN ? Math.sqrt(square) : 1));
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

/** Weighted means over days, one per hour or column. */
export function computeHourlyMeans(
  days: readonly Float64Array[],
  dayWeights: Float64Array,
): Float64Array {
  const mean = new Float64Array(days[0]?.length ?? 0);
  days.forEach((day, index) => {
    for (let hour = 0; hour < mean.length; hour += 1)
      mean[hour] = (mean[hour] ?? 0) + (dayWeights[index] ?? 0) * (day[hour] ?? NaN);
  });
  return mean;
}
