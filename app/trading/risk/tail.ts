/**
 * The tail of a set of scenarios: the loss that is exceeded on few days, and what such days cost on
 * average.
 */

/** Scenarios from the worst to the best. */
export const sortedScenarios = (profits: Float64Array): Float64Array => profits.slice().sort();

/**
 * Place of the quantile of a level among sorted scenarios, with the share of the next one (Hyndman
 * and Fan 1996, type 7).
 */
export const tailPlace = (count: number, level: number): number => (1 - level) * (count - 1);

/**
 * Value at risk: the loss, >= 0, that all but a share 1 - level of the scenarios stay within. NaN
 * of no scenarios. `sorted` begins with the worst.
 */
export function valueAtRisk(sorted: Float64Array, level: number): number {
  if (sorted.length === 0) return NaN;
  const place = tailPlace(sorted.length, level);
  const below = sorted[Math.floor(place)] ?? NaN;
  return Math.max(0, -(below + (place % 1) * ((sorted[Math.ceil(place)] ?? NaN) - below)));
}

/**
 * Expected shortfall: the mean loss, >= 0, of the worst share 1 - level, a part of a scenario
 * counting in part, which keeps it subadditive on one set of scenarios
 * (C. Acerbi and D. Tasche 2002, Journal of Banking and Finance 26). NaN of no scenarios.
 */
export function expectedShortfall(sorted: Float64Array, level: number): number {
  if (sorted.length === 0) return NaN;
  const share = sorted.length * (1 - level);
  const whole = Math.floor(share);
  let sum = (share - whole) * (sorted[Math.min(whole, sorted.length - 1)] ?? 0);
  for (let nth = 0; nth < whole; nth += 1) sum += sorted[nth] ?? 0;
  return Math.max(0, -sum / share);
}
