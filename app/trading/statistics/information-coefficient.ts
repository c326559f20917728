/**
 * Information coefficient: correlation of forecasts and outcomes, with a t-statistic.
 *
 * Sources: R. C. Grinold and R. N. Kahn 1999, Active Portfolio Management; standard errors of W. K.
 * Newey and K. D. West 1987 over daily sums (J. C. Driscoll and A. C. Kraay 1998), which allow for
 * correlation within a day.
 */
import { computeCorrelation } from './correlation';
import { computeLongRunVariance } from './long-run-variance';
import { type Sample, computeMean } from './sample';

interface InformationCoefficient {
  /** Pearson's r of forecasts and outcomes, -1 to 1. */
  readonly coefficient: number;
  /** Slope of outcome on forecast / standard error; asymptotically normal in days. */
  readonly tStatistic: number;
  readonly rows: number;
  readonly days: number;
}

/**
 * Forecasts and outcomes in time order; rows with a non-finite value are skipped. `days` holds the
 * day of each row, ascending (default: each row its own day). `lag` is the number of days over
 * which errors are correlated. Null with fewer than lag + 10 days or constant values. Throws
 * RangeError for unequal lengths.
 */
export function computeInformationCoefficient(
  forecasts: Sample,
  outcomes: Sample,
  lag: number,
  days?: Sample,
): InformationCoefficient | null {
  if (forecasts.length !== outcomes.length || (days && days.length !== outcomes.length))
    throw new RangeError(
      `each forecast needs its outcome and day, got ${forecasts.length}, ${outcomes.length} and ${days?.length ?? 0}`,
    );
  const usableRows = Array.from(forecasts, (_, row) => row).filter(
    (row) => Number.isFinite(forecasts[row] ?? NaN) && Number.isFinite(outcomes[row] ?? NaN),
  );
  const x = Float64Array.from(usableRows, (row) => forecasts[row] ?? NaN);
  const y = Float64Array.from(usableRows, (row) => outcomes[row] ?? NaN);
  const [meanX, meanY] = [computeMean(x), computeMean(y)];
  const squares = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
  const slope =
    x.reduce((sum, value, row) => sum + (value - meanX) * ((y[row] ?? NaN) - meanY), 0) / squares;
  const scores = x.map(
    (value, row) => (value - meanX) * ((y[row] ?? NaN) - meanY - slope * (value - meanX)),
  );
  const byDay = sumByDay(
    scores,
    usableRows.map((row) => days?.[row] ?? row),
  );
  if (byDay.length < lag + DAYS_MIN) return null;
  const error = Math.sqrt(computeLongRunVariance(byDay, lag, 0) * byDay.length) / squares;
  const coefficient = computeCorrelation(x, y);
  return error > 0 && Number.isFinite(coefficient)
    ? { coefficient, tStatistic: slope / error, rows: usableRows.length, days: byDay.length }
    : null;
}

const DAYS_MIN = 10;

function sumByDay(values: Float64Array, days: readonly number[]): Float64Array {
  const sums: number[] = [];
  let lastDay = NaN;
  for (const [row, value] of values.entries()) {
    if (days[row] !== lastDay) sums.push(0);
    lastDay = days[row] ?? NaN;
    sums[sums.length - 1] = (sums.at(-1) ?? 0) + value;
  }
  return Float64Array.from(sums);
}
