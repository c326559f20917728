/**
 * How far forecasts and outcomes go together, and how rarely chance alone does so well.
 *
 * Sources: R. C. Grinold and R. N. Kahn 1999, Active Portfolio Management; errors of W. K. Newey
 * and K. D. West 1987 over sums by day
 * (J. C. Driscoll and A. C. Kraay 1998), which allow for what all rows of a day share.
 */
import { computeCorrelation } from './correlation';
import { longRunVariance } from './long-run-variance';
import { type Sample, computeMean } from './sample';

interface InformationCoefficient {
  /** Pearson's r of forecasts and outcomes, -1 to 1. */
  readonly coefficient: number;
  /** Slope of the outcome on the forecast over its standard error; normal for many days. */
  readonly tStatistic: number;
  readonly rows: number;
  readonly days: number;
}

/**
 * Forecasts beside outcomes in order of time; rows of which one is no number are left out. `days`
 * names the day of each row, rising (each row its own
 * when absent); `lag` is the number of days over which errors may be alike. Null where fewer than
 * lag + 10 days are left or nothing varies.
 * Throws RangeError for unequal lengths.
 */
export function informationCoefficient(
  forecasts: Sample,
  outcomes: Sample,
  lag: number,
  days?: Sample,
): InformationCoefficient | null {
  if (forecasts.length !== outcomes.length || (days && days.length !== outcomes.length))
    throw new RangeError(
      `each forecast needs its outcome and day, got ${forecasts.length}, ${outcomes.length} and ${days?.length ?? 0}`,
    );
  const kept = Array.from(forecasts, (_, row) => row).filter(
    (row) => Number.isFinite(forecasts[row] ?? NaN) && Number.isFinite(outcomes[row] ?? NaN),
  );
  const x = Float64Array.from(kept, (row) => forecasts[row] ?? NaN);
  const y = Float64Array.from(kept, (row) => outcomes[row] ?? NaN);
  const [meanX, meanY] = [computeMean(x), computeMean(y)];
  const squares = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
  const slope =
    x.reduce((sum, value, row) => sum + (value - meanX) * ((y[row] ?? NaN) - meanY), 0) / squares;
  const scores = x.map(
    (value, row) => (value - meanX) * ((y[row] ?? NaN) - meanY - slope * (value - meanX)),
  );
  const byDay = sumsBy(
    scores,
    kept.map((row) => days?.[row] ?? row),
  );
  if (byDay.length < lag + DAYS_MIN) return null;
  const error = Math.sqrt(longRunVariance(byDay, lag, 0) * byDay.length) / squares;
  const coefficient = computeCorrelation(x, y);
  return error > 0 && Number.isFinite(coefficient)
    ? { coefficient, tStatistic: slope / error, rows: kept.length, days: byDay.length }
    : null;
}

const DAYS_MIN = 10;

function sumsBy(values: Float64Array, days: readonly number[]): Float64Array {
  const sums: number[] = [];
  let last = NaN;
  for (const [row, value] of values.entries()) {
    if (days[row] !== last) sums.push(0);
    last = days[row] ?? NaN;
    sums[sums.length - 1] = (sums.at(-1) ?? 0) + value;
  }
  return Float64Array.from(sums);
}
