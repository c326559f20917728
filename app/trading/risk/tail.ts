/** Value at risk and expected shortfall of scenarios. */

/** Sorts scenarios, worst first. */
export const sortScenarios = (profits: Float64Array): Float64Array => profits.slice().sort();

/** Fractional rank of the quantile among sorted scenarios (Hyndman and Fan 1996, type 7). */
export const getTailRank = (count: number, level: number): number => (1 - level) * (count - 1);

/**
 * Value at risk: the loss, at least 0, exceeded with probability 1 - level. NaN without scenarios.
 * `sorted` starts with the worst.
 */
export function computeValueAtRisk(sorted: Float64Array, level: number): number {
  if (sorted.length === 0) return NaN;
  const rank = getTailRank(sorted.length, level);
  const below = sorted[Math.floor(rank)] ?? NaN;
  return Math.max(0, -(below + (rank % 1) * ((sorted[Math.ceil(rank)] ?? NaN) - below)));
}

/**
 * Expected shortfall: the mean loss, at least 0, of the worst fraction 1 - level. A partial
 * scenario counts in part, which keeps it subadditive (C. Acerbi and D. Tasche 2002, Journal of
 * Banking and Finance 26). NaN without scenarios.
 */
export function computeExpectedShortfall(sorted: Float64Array, level: number): number {
  if (sorted.length === 0) return NaN;
  const tailCount = sorted.length * (1 - level);
  const whole = Math.floor(tailCount);
  let sum = (tailCount - whole) * (sorted[Math.min(whole, sorted.length - 1)] ?? 0);
  for (let nth = 0; nth < whole; nth += 1) sum += sorted[nth] ?? 0;
  return Math.max(0, -sum / tailCount);
}
