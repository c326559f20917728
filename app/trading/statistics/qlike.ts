/**
 * What a forecast of volatility costs: too low a one more than too high a one, whatever the level.
 *
 * Source: A. J. Patton 2011, Journal of Econometrics 160: a ranking that noise in the realized
 * variance leaves as it is.
 */
import type { Sample } from './sample';

/**
 * Realized variance over forecast variance, less its logarithm, less one: of the logarithm of
 * realized over forecast volatility. Zero for a forecast that was right.
 */
export const computeQlike = (logRatio: number): number => Math.exp(2 * logRatio) - 2 * logRatio - 1;

/**
 * Mean over rows of forecast and realized volatilities in one unit; NaN of nothing. Throws
 * RangeError for unequal lengths and a volatility not above zero.
 */
export function meanQlike(forecasts: Sample, realised: Sample): number {
  if (forecasts.length !== realised.length)
    throw new RangeError(
      `each forecast needs what was realised, got ${forecasts.length} and ${realised.length}`,
    );
  let sum = 0;
  for (let row = 0; row < forecasts.length; row += 1) {
    const [forecast = NaN, outcome = NaN] = [forecasts[row], realised[row]];
    if (!(forecast > 0 && outcome > 0))
      throw new RangeError(
        `volatilities are above zero, row ${row} has ${forecast} and ${outcome}`,
      );
    sum += computeQlike(Math.log(outcome / forecast));
  }
  return sum / forecasts.length;
}
