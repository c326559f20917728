/**
 * EWMA volatility.
 *
 * Source: J. P. Morgan and Reuters 1996, RiskMetrics Technical Document.
 */

/** Weight of earlier days, for daily returns. */
const EWMA_DECAY = 0.94;
/** Returns in the plain mean that starts the EWMA. */
const WARMUP_DAYS = 22;

/**
 * Forecast volatilities in the unit of the returns: entry t forecasts return t + 1 from returns up
 * to t; NaN before 22 returns. NaN returns leave the forecast unchanged. Throws RangeError for a
 * decay outside (0, 1).
 */
export function computeEwmaVolatilities(
  returns: ArrayLike<number>,
  decay: number = EWMA_DECAY,
): Float64Array {
  if (!(decay > 0 && decay < 1)) throw new RangeError(`a decay lies between 0 and 1, got ${decay}`);
  let [variance, count] = [0, 0];
  return Float64Array.from(returns, (value) => {
    if (Number.isFinite(value)) {
      count += 1;
      variance =
        count <= WARMUP_DAYS
          ? variance + (value * value - variance) / count
          : decay * variance + (1 - decay) * value * value;
    }
    return count < WARMUP_DAYS ? NaN : Math.sqrt(variance);
  });
}
