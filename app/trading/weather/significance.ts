/**
 * How sure a correlation is: its probability under no relation, and what is left of it among many
 * that were looked at.
 */

/** Fewer pairs than this give no correlation. */
const PAIRS_LEAST = 30;

/**
 * Pearson's correlation of pairs; null for fewer than 30 or where one side never changes. Throws
 * RangeError for sides of different length.
 */
export function computePearson(left: readonly number[], right: readonly number[]): number | null {
  const n = left.length;
  if (right.length !== n)
    throw new RangeError(
      `a correlation takes pairs: ${n} values on the left, ${right.length} on the right`,
    );
  if (n < PAIRS_LEAST) return null;
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
 * The complementary error function for x >= 0, relative error below 1.2e-7
 * (Chebyshev fit of Press et al., Numerical Recipes in C, 2nd edition, section 6.2).
 */
function errorComplement(x: number): number {
  const t = 1 / (1 + 0.5 * x);
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398,
    1.48851587, -0.82215223, 0.17087277,
  ];
  const fit = terms.reduceRight((sum, term) => sum * t + term, 0);
  return t * Math.exp(-x * x + fit);
}

/** The chance that a standard normal lies farther from zero than z, to both sides. */
export const twoSided = (z: number): number =>
  Math.min(1, errorComplement(Math.abs(z) / Math.SQRT2));

/**
 * The two-sided p value of a correlation over n pairs by Fisher's transformation: atanh(r) sqrt(n -
 * 3) is standard normal without a relation.
 */
export const correlationP = (r: number, n: number): number =>
  Math.abs(r) >= 1 ? 0 : twoSided(Math.atanh(r) * Math.sqrt(n - 3));

/**
 * The least rate of false discoveries at which each test of a family would still be called a
 * discovery
 * (Benjamini & Hochberg 1995, J. R. Statist. Soc. B 57), in the order of the p values given.
 */
export function discoveryRates(pValues: readonly number[]): readonly number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const rates = new Array<number>(pValues.length).fill(1);
  let least = 1;
  for (let rank = order.length; rank >= 1; rank -= 1) {
    const test = order[rank - 1];
    if (!test) continue;
    least = Math.min(least, (test.p * order.length) / rank);
    rates[test.index] = least;
  }
  return rates;
}
