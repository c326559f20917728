/**
 * Volatility estimated bar by bar: mean absolute price, variance per bar, annualized volatility.
 */
import type { EpochMs } from '../domain/units';
import { DAY_MS } from '../domain/time';

/** EWMA weight of one bar in the mean absolute price (30 bars): 2 / (n + 1). */
const SCALE_WEIGHT = 2 / 31;
/**
 * EWMA window of the variance in days for every bar length, so that nights and weekends are
 * included.
 */
const VARIANCE_DAYS = 60;
/** Upper bound of the weight; daily bars always use it. */
const WEIGHT_MAX = 2 / (VARIANCE_DAYS + 1);
/** Minimum bars for a volatility. */
const BARS_MIN = 20;

/** Mean absolute price in ticks after one more close; `bars` is the number of earlier closes. */
export const updatePriceScale = (bars: number, scaleTicks: number, closeTicks: number): number =>
  bars === 0
    ? Math.abs(closeTicks)
    : scaleTicks + SCALE_WEIGHT * (Math.abs(closeTicks) - scaleTicks);

/**
 * Mean squared relative change after one more bar of `lengthMs`; `bars` is the number of earlier
 * bars. The first bar changes nothing. EWMA over 60 days with weight 2 / (n + 1), n being the bars
 * in 60 days; a plain mean until that many bars exist.
 */
export function updateVariance(
  bars: number,
  variance: number,
  changeTicks: number,
  scaleTicks: number,
  lengthMs: number,
): number {
  const change = bars === 0 ? 0 : changeTicks / Math.max(1, scaleTicks);
  if (bars <= 1) return change * change;
  const fullWindowWeight = 2 / ((VARIANCE_DAYS * DAY_MS) / Math.min(DAY_MS, lengthMs) + 1);
  const weight = Math.max(fullWindowWeight, Math.min(WEIGHT_MAX, 1 / bars));
  return variance + weight * (change * change - variance);
}

/**
 * Annualized volatility as a ratio from the variance per bar: 252 bars a year for daily bars, all
 * hours for shorter ones; null before 20 bars.
 */
export function computeAnnualizedVolatility(
  bars: number,
  variance: number,
  startsMs: EpochMs,
  endsMs: EpochMs,
): number | null {
  if (bars < BARS_MIN) return null;
  const lengthMs = Math.max(1000, endsMs - startsMs + 1);
  const barsPerYear =
    lengthMs >= DAY_MS / 2
      ? (252 * DAY_MS) / Math.max(DAY_MS, lengthMs)
      : (365.25 * DAY_MS) / lengthMs;
  return Math.sqrt(variance * barsPerYear);
}
