/**
 * Tests that were looked at together: who asks a hundred questions at five percent is told five
 * times what is not so.
 *
 * Source: Y. Benjamini and D. Yekutieli 2001, Annals of Statistics 29 (holds whatever the tests
 * have to do with each other).
 */

/**
 * P-values made larger so that, of all finds at or below a level, no more than that share is
 * expected to be chance: the k-th smallest of m times
 * m (1 + 1/2 + ... + 1/m) / k, never more than those of larger p-values, at most 1.
 */
export function discoveryAdjusted(pValues: readonly number[]): readonly number[] {
  const count = pValues.length;
  const order = Array.from(pValues.keys()).sort((a, b) => (pValues[a] ?? 1) - (pValues[b] ?? 1));
  const harmonic = order.reduce((sum, _, rank) => sum + 1 / (rank + 1), 0);
  const adjusted = new Array<number>(count).fill(1);
  let least = 1;
  for (let rank = count; rank >= 1; rank -= 1) {
    const place = order[rank - 1] ?? 0;
    least = Math.min(least, ((pValues[place] ?? 1) * count * harmonic) / rank);
    adjusted[place] = least;
  }
  return adjusted;
}
