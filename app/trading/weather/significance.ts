/** Significance of correlations, with correction for multiple testing. */

/** Minimum number of pairs. */
const PAIRS_MIN = 30;

/**
 * Pearson correlation; null below 30 pairs or for a constant side. Throws RangeError for unequal
 * lengths.
 */
export function computePearson(left: readonly number[], right: readonly number[]): number | null {
  const n = left.length;
  if (right.length !== n)
    throw new RangeError(
      `a correlation takes pairs: ${n} values on the left, ${right.length} on the right`,
    );
  if (n < PAIRS_MIN) return null;
  const computeMean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / n;
  const [meanLeft, meanRight] = [computeMean(left), computeMean(right)];
  let [both, squaresLeft, squaresRight] = [0, 0, 0];
  for (let index = 0; index < n; index += 1) {
    const a = (left[index] ?? 0) - meanLeft;
    const b = (right[index] ?? 0) - meanRight;
    both += a * b;
    squaresLeft += a * a;
    squaresRight += b * b;
  }
  return squaresLeft <= 1e-18 * n || squaresRight <= 1e-18 * n
    ? null
    : Math.max(-1, Math.min(1, both / Math.sqrt(squaresLeft * squaresRight)));
}

/**
 * Complementary error function for x >= 0, relative error below 1.2e-7 (Chebyshev fit of Press et
 * al., Numerical Recipes in C, 2nd edition, section 6.2).
 */
function computeErrorComplement(x: number): number {
  const t = 1 / (1 + 0.5 * x);
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398,
    1.48851587, -0.82215223, 0.17087277,
  ];
  const fit = terms.reduceRight((sum, term) => sum * t + term, 0);
  return t * Math.exp(-x * x + fit);
}

/** Two-sided p-value of a standard normal z. */
export const computeTwoSidedP = (z: number): number =>
  Math.min(1, computeErrorComplement(Math.abs(z) / Math.SQRT2));

/**
 * Two-sided p-value of a correlation by the Fisher transformation: atanh(r) sqrt(n - 3) is standard
 * normal under independence.
 */
export const computeCorrelationP = (r: number, n: number): number =>
  Math.abs(r) >= 1 ? 0 : computeTwoSidedP(Math.atanh(r) * Math.sqrt(n - 3));

/**
 * Adjusted p-values (false discovery rate, Benjamini & Hochberg 1995, J. R. Statist. Soc. B 57) in
 * input order.
 */
export function computeDiscoveryRates(pValues: readonly number[]): readonly number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const rates = new Array<number>(pValues.length).fill(1);
  let lowest = 1;
  for (let rank = order.length; rank >= 1; rank -= 1) {
    const test = order[rank - 1];
    if (!test) continue;
    lowest = Math.min(lowest, (test.p * order.length) / rank);
    rates[test.index] = lowest;
  }
  return rates;
}
