/**
 * How much a price moves, folded bar by bar: the size of a price, the variance of one bar, the
 * volatility of a year.
 */
import type { EpochMs } from '../domain/units';
import { DAY_MS } from '../domain/time';

/** Weight of one bar in the mean of |price| (30 bars): 2 / (n + 1). */
const SCALE_WEIGHT = 2 / 31;
/**
 * Days that the mean of squared changes looks back on, however short the bars are: nights and
 * weekends belong to a week's volatility.
 */
const VARIANCE_DAYS = 60;
/** The weight of a young mean falls no faster than this; a daily bar keeps it for good. */
const YOUNG_WEIGHT = 2 / (VARIANCE_DAYS + 1);
/** Bars without which no volatility is told. */
const BARS_MIN = 20;

/** Mean of |price| in ticks after one more close; `bars` were folded before it. */
export const nextScale = (bars: number, scaleTicks: number, closeTicks: number): number =>
  bars === 0
    ? Math.abs(closeTicks)
    : scaleTicks + SCALE_WEIGHT * (Math.abs(closeTicks) - scaleTicks);

/**
 * Mean of squared changes, relative to the scale after this close, when `bars` of this length were
 * folded before it; the first bar changes nothing.
 * Exponential over sixty days, 2 / (n + 1) with n the bars in them; until so many were seen, the
 * plain mean of what was.
 */
export function nextVariance(
  bars: number,
  variance: number,
  changeTicks: number,
  scaleTicks: number,
  lengthMs: number,
): number {
  const change = bars === 0 ? 0 : changeTicks / Math.max(1, scaleTicks);
  if (bars <= 1) return change * change;
  const oldWeight = 2 / ((VARIANCE_DAYS * DAY_MS) / Math.min(DAY_MS, lengthMs) + 1);
  const weight = Math.max(oldWeight, Math.min(YOUNG_WEIGHT, 1 / bars));
  return variance + weight * (change * change - variance);
}

/**
 * Annualized volatility as a ratio from the variance of one bar of this length: 252 daily bars a
 * year, all hours for shorter ones; null before 20 bars.
 */
export function annualisedVolatility(
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
