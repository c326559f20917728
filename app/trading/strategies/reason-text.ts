/** Number formats of reason texts, and strength of a score. */

/** Smaller values are shown as 0. */
const ZERO_BELOW = 5e-5;

/** At most five significant digits, no exponent in the range of prices. */
export const formatFigure = (value: number): string =>
  Math.abs(value) < ZERO_BELOW ? '0' : String(Number(value.toPrecision(5)));

/** A signed score with two decimals. */
export const formatSigned = (value: number): string =>
  `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`;

/**
 * Strength of a score: 0 at the threshold, 1 at twice the threshold (at threshold + 0.5 for
 * thresholds below 0.5).
 */
export const computeStrength = (score: number, threshold: number): number =>
  Math.min(1, Math.max(0, (Math.abs(score) - threshold) / Math.max(threshold, 0.5)));

/** Reason text during warm-up. */
export const formatWarmUp = (bars: number, needed: number): string =>
  `warming up: ${bars} of ${needed} bars`;
