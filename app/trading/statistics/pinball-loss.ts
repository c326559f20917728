/** What a forecast quantile costs. */
import type { Sample } from './sample';

/**
 * Loss of one forecast: quantile x (outcome - forecast) above it, (1 - quantile) x (forecast -
 * outcome) below (R. Koenker and G. Bassett 1978). `apart` is outcome less forecast.
 */
export const pinballLoss = (quantile: number, apart: number): number =>
  Math.max(quantile * apart, (quantile - 1) * apart);

/**
 * Mean over rows, in the unit of the outcome; NaN of nothing. Throws RangeError for unequal lengths
 * and a quantile outside (0, 1).
 */
export function meanPinballLoss(quantile: number, forecasts: Sample, outcomes: Sample): number {
  if (!(quantile > 0 && quantile < 1))
    throw new RangeError(`a quantile lies between 0 and 1, got ${quantile}`);
  if (forecasts.length !== outcomes.length)
    throw new RangeError(
      `each forecast needs its outcome, got ${forecasts.length} and ${outcomes.length}`,
    );
  let sum = 0;
  for (let row = 0; row < forecasts.length; row += 1)
    sum += pinballLoss(quantile, (outcomes[row] ?? NaN) - (forecasts[row] ?? NaN));
  return sum / forecasts.length;
}
