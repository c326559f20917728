import type { Sample } from './sample';

/**
 * Pinball loss of a quantile forecast: quantile x (outcome - forecast) above it, (1 - quantile) x
 * (forecast - outcome) below (R. Koenker and G. Bassett 1978). `difference` is outcome - forecast.
 */
export const computePinballLoss = (quantile: number, difference: number): number =>
  Math.max(quantile * difference, (quantile - 1) * difference);

/**
 * Mean pinball loss in the unit of the outcome; NaN without rows. Throws RangeError for unequal
 * lengths or a quantile outside (0, 1).
 */
export function computeMeanPinballLoss(
  quantile: number,
  forecasts: Sample,
  outcomes: Sample,
): number {
  if (!(quantile > 0 && quantile < 1))
    throw new RangeError(`a quantile lies between 0 and 1, got ${quantile}`);
  if (forecasts.length !== outcomes.length)
    throw new RangeError(
      `each forecast needs its outcome, got ${forecasts.length} and ${outcomes.length}`,
    );
  let sum = 0;
  for (let row = 0; row < forecasts.length; row += 1)
    sum += computePinballLoss(quantile, (outcomes[row] ?? NaN) - (forecasts[row] ?? NaN));
  return sum / forecasts.length;
}
