/**
 * Multiple testing correction: false discovery rate.
 *
 * Sources: Y. Benjamini and Y. Hochberg 1995, Journal of the Royal Statistical Society B 57
 * (independent or positively dependent tests); Y. Benjamini and D. Yekutieli 2001, Annals of
 * Statistics 29 (any dependence).
 */

/** How the tests may depend on each other. */
type Dependence = 'positive' | 'any';

/**
 * Adjusted p-values: rejecting all at or below a level keeps the expected fraction of false
 * discoveries at that level. The k-th smallest of m is multiplied by m / k, under any dependence
 * also by 1 + 1/2 + ... + 1/m; made monotone, at most 1.
 */
export function adjustPValues(
  pValues: readonly number[],
  dependence: Dependence,
): readonly number[] {
  const count = pValues.length;
  const order = Array.from(pValues.keys()).sort((a, b) => (pValues[a] ?? 1) - (pValues[b] ?? 1));
  const factor = dependence === 'any' ? order.reduce((sum, _, rank) => sum + 1 / (rank + 1), 0) : 1;
  const adjusted = new Array<number>(count).fill(1);
  let smallest = 1;
  for (let rank = count; rank >= 1; rank -= 1) {
    const index = order[rank - 1] ?? 0;
    smallest = Math.min(smallest, ((pValues[index] ?? 1) * count * factor) / rank);
    adjusted[index] = smallest;
  }
  return adjusted;
}
