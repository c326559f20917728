/**
 * Volatility from that of the last day, week and month: a straight line through their logarithms.
 *
 * Source: F. Corsi 2009, Journal of Financial Econometrics 7 (heterogeneous autoregression), in
 * logarithms.
 */
import { computeMean } from '../../statistics/sample';
import { type RidgeLine, fitRidge, valueAt } from './ridge';

/** Days over which each term is a mean. */
const HAR_DAYS = [1, 5, 22] as const;

interface HarLine {
  readonly line: RidgeLine;
  /** Variance of the errors of the logarithm. */
  readonly errorVariance: number;
}

/**
 * Means of the last 1, 5 and 22 logarithms of volatility to entry `at`; null where one of them is
 * missing.
 */
export function harTerms(volatilities: ArrayLike<number>, at: number): readonly number[] | null {
  const terms = HAR_DAYS.map((days) => {
    let sum = 0;
    for (let back = 0; back < days; back += 1) sum += Math.log(volatilities[at - back] ?? NaN);
    return sum / days;
  });
  return terms.every(Number.isFinite) ? terms : null;
}

/**
 * Fits the mean volatility of the next `horizon` days (their root mean square) to the terms of each
 * day. Null where fewer than 30 days have both.
 */
export function fitHar(volatilities: ArrayLike<number>, horizon: number): HarLine | null {
  const rows: (readonly number[])[] = [];
  const values: number[] = [];
  for (let at = 0; at + horizon < volatilities.length; at += 1) {
    const terms = harTerms(volatilities, at);
    const ahead = Array.from(
      { length: horizon },
      (_, step) => (volatilities[at + 1 + step] ?? NaN) ** 2,
    );
    const value = 0.5 * Math.log(computeMean(ahead));
    if (terms === null || !Number.isFinite(value)) continue;
    rows.push(terms);
    values.push(value);
  }
  if (rows.length < ROWS_MIN) return null;
  const line = fitRidge(rows, values, RIDGE);
  return {
    line,
    errorVariance: computeMean(
      rows.map((row, place) => (valueAt(line, row) - (values[place] ?? 0)) ** 2),
    ),
  };
}

const ROWS_MIN = 30;
/** Keeps a line that is determined by less than three terms in hand. */
const RIDGE = 1e-6;

/**
 * Natural logarithm of the forecast volatility whose square is the mean variance, that of a
 * lognormal one: the fitted logarithm plus its error variance.
 */
export const harForecast = ({ line, errorVariance }: HarLine, terms: readonly number[]): number =>
  valueAt(line, terms) + errorVariance;
