/**
 * HAR model: volatility from that of the last day, week and month.
 *
 * Source: F. Corsi 2009, Journal of Financial Econometrics 7 (heterogeneous autoregression), in
 * logarithms.
 */
import { computeMean } from '../../statistics/sample';
import { type RidgeLine, fitRidge, evaluateLine } from './ridge';

/** Window of each term in days. */
const HAR_DAYS = [1, 5, 22] as const;

interface HarLine {
  readonly line: RidgeLine;
  /** Variance of the log residuals. */
  readonly errorVariance: number;
}

/** Means of the last 1, 5 and 22 log volatilities up to entry `index`; null if one is missing. */
export function computeHarTerms(
  volatilities: ArrayLike<number>,
  index: number,
): readonly number[] | null {
  const terms = HAR_DAYS.map((days) => {
    let sum = 0;
    for (let back = 0; back < days; back += 1) sum += Math.log(volatilities[index - back] ?? NaN);
    return sum / days;
  });
  return terms.every(Number.isFinite) ? terms : null;
}

/**
 * Fits the root mean square volatility of the next `horizon` days to the terms of each day. Null
 * with fewer than 30 complete days.
 */
export function fitHar(volatilities: ArrayLike<number>, horizon: number): HarLine | null {
  const rows: (readonly number[])[] = [];
  const values: number[] = [];
  for (let index = 0; index + horizon < volatilities.length; index += 1) {
    const terms = computeHarTerms(volatilities, index);
    const nextVariances = Array.from(
      { length: horizon },
      (_, step) => (volatilities[index + 1 + step] ?? NaN) ** 2,
    );
    const value = 0.5 * Math.log(computeMean(nextVariances));
    if (terms === null || !Number.isFinite(value)) continue;
    rows.push(terms);
    values.push(value);
  }
  if (rows.length < ROWS_MIN) return null;
  const line = fitRidge(rows, values, RIDGE);
  return {
    line,
    errorVariance: computeMean(
      rows.map((row, index) => (evaluateLine(line, row) - (values[index] ?? 0)) ** 2),
    ),
  };
}

const ROWS_MIN = 30;
/** Regularizes the fit when terms are collinear. */
const RIDGE = 1e-6;

/**
 * Log of the forecast volatility: fitted logarithm + residual variance, so that its square is the
 * mean variance of a lognormal volatility.
 */
export const computeHarForecast = (
  { line, errorVariance }: HarLine,
  terms: readonly number[],
): number => evaluateLine(line, terms) + errorVariance;
