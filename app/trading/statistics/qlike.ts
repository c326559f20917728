/**
 * QLIKE loss of volatility forecasts: underestimates cost more than overestimates.
 *
 * Source: A. J. Patton 2011, Journal of Econometrics 160: rankings are robust to noise in realized
 * variance.
 */
import type { Sample } from './sample';

/**
 * Realized variance / forecast variance - its logarithm - 1, given ln(realized / forecast
 * volatility). Zero for a perfect forecast.
 */
export const computeQlike = (logRatio: number): number => Math.exp(2 * logRatio) - 2 * logRatio - 1;

/**
 * Mean QLIKE of forecast and realized volatilities in the same unit; NaN without rows. Throws
 * RangeError for unequal lengths or a volatility that is not positive.
 */
export function computeMeanQlike(forecasts: Sample, realized: Sample): number {
  if (forecasts.length !== realized.length)
    throw new RangeError(
      `each forecast needs a realized value, got ${forecasts.length} and ${realized.length}`,
    );
  let sum = 0;
  for (let row = 0; row < forecasts.length; row += 1) {
    const [forecast = NaN, outcome = NaN] = [forecasts[row], realized[row]];
    if (!(forecast > 0 && outcome > 0))
      throw new RangeError(
        `volatilities are above zero, row ${row} has ${forecast} and ${outcome}`,
      );
    sum += computeQlike(Math.log(outcome / forecast));
  }
  return sum / forecasts.length;
}
