/**
 * Volatility as the running mean of squared returns, in which each day counts a little less than
 * the one after it.
 *
 * Source: J. P. Morgan and Reuters 1996, RiskMetrics Technical Document.
 */

/** The weight of the days before, for daily returns. */
const EWMA_DECAY = 0.94;
/** Returns whose plain mean square begins the running one. */
const START_DAYS = 22;

/**
 * Forecast volatilities, in the unit of the returns: entry t is of the return t + 1, from returns
 * to t alone; NaN before 22 returns. A return that is NaN
 * leaves the forecast as it was. Throws RangeError for a decay outside (0, 1).
 */
export function ewmaVolatilities(
  returns: ArrayLike<number>,
  decay: number = EWMA_DECAY,
): Float64Array {
  if (!(decay > 0 && decay < 1)) throw new RangeError(`a decay lies between 0 and 1, got ${decay}`);
  let [variance, seen] = [0, 0];
  return Float64Array.from(returns, (value) => {
    if (Number.isFinite(value)) {
      seen += 1;
      variance =
        seen <= START_DAYS
          ? variance + (value * value - variance) / seen
          : decay * variance + (1 - decay) * value * value;
    }
    return seen < START_DAYS ? NaN : Math.sqrt(variance);
  });
}
