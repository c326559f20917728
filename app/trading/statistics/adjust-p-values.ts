/**
 * Multiple testing correction: false discovery rate.
 *
 * Source: Y. Benjamini and D. Yekutieli 2001, Annals of Statistics 29 (valid under any dependence).
 */

/**
 * Adjusted p-values: rejecting all at or below a level keeps the expected fraction of false
 * discoveries at that level. The k-th smallest of m is multiplied by m (1 + 1/2 + ... + 1/m) / k,
 * made monotone, at most 1.
 */
export function adjustPValues(pValues: readonly number[]): readonly number[] {
  const count = pValues.length;
  const order = Array.from(pValues.keys()).sort((a, b) => (pValues[a] ?? 1) - (pValues[b] ?? 1));
  const harmonic = order.reduce((sum, _, rank) => sum + 1 / (rank + 1), 0);
  const adjusted = new Array<number>(count).fill(1);
  let smallest = 1;
  for (let rank = count; rank >= 1; rank -= 1) {
    const index = order[rank - 1] ?? 0;
    smallest = Math.min(smallest, ((pValues[index] ?? 1) * count * harmonic) / rank);
    adjusted[index] = smallest;
  }
  return adjusted;
}
