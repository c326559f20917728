/** The numbers inside a reason, and how far beyond its threshold a figure stands. */

/** What is smaller is nothing that a rule waits for. */
const SMALLEST = 5e-5;

/** A figure with five significant digits at most and no exponent in the range of prices. */
export const formatFigure = (value: number): string =>
  Math.abs(value) < SMALLEST ? '0' : String(Number(value.toPrecision(5)));

/** A score in standard deviations or ranges, two decimals, with its sign. */
export const formatSigned = (value: number): string =>
  `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`;

/**
 * Strength of a score: 0 at its threshold, 1 at twice the threshold, or at half a unit beyond a
 * smaller one.
 */
export const strengthBeyond = (score: number, threshold: number): number =>
  Math.min(1, Math.max(0, (Math.abs(score) - threshold) / Math.max(threshold, 0.5)));

/** What a rule says while it collects its first bars. */
export const formatWarmUp = (bars: number, needed: number): string =>
  `waits for ${needed} bars, has ${bars}`;
