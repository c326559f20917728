/** Three-point Gauss rule with given moments. */

export interface WeightedPoint {
  readonly value: number;
  readonly weight: number;
}

/** Raw moments 0 (equal to 1) to 5. */
export type Moments = readonly [number, number, number, number, number, number];

/**
 * Points and weights that match the moments up to the fifth; three times the mean if the standard
 * deviation is below `sdMin`.
 */
export function computeGaussPoints(
  moments: Moments,
  sdMin: number,
): readonly [WeightedPoint, WeightedPoint, WeightedPoint] {
  const [, mean, square] = moments;
  const sd = Math.sqrt(Math.max(0, square - mean * mean));
  if (sd < sdMin)
    return [
      { value: mean, weight: 1 / 3 },
      { value: mean, weight: 1 / 3 },
      { value: mean, weight: 1 / 3 },
    ];
  const [third, fourth, fifth] = [3, 4, 5].map(
    (power) => computeCentralMoment(moments, mean, power) / sd ** power,
  ) as [number, number, number];
  const [a, b, c] = computeRoots(third, fourth, fifth);
  const computeWeight = (root: number, one: number, other: number): number =>
    (1 + one * other) / ((root - one) * (root - other));
  return [
    { value: mean + sd * a, weight: computeWeight(a, b, c) },
    { value: mean + sd * b, weight: computeWeight(b, a, c) },
    { value: mean + sd * c, weight: computeWeight(c, a, b) },
  ];
}

/** E[(X - mean)^power] by the binomial theorem. */
function computeCentralMoment(moments: Moments, mean: number, power: number): number {
  let [sum, binomial] = [0, 1];
  for (let order = 0; order <= power; order += 1) {
    sum += binomial * (moments[order] ?? 0) * (-mean) ** (power - order);
    binomial = (binomial * (power - order)) / (order + 1);
  }
  return sum;
}

/**
 * Roots of the third orthogonal polynomial z^3 + p z^2 + q z + r of a standardized distribution,
 * from its moments; all real.
 */
function computeRoots(
  third: number,
  fourth: number,
  fifth: number,
): readonly [number, number, number] {
  // Orthogonality to 1, z and z^2: r + p + third = 0, q + third p + fourth = 0, r + third q +
  // fourth p + fifth = 0.
  const p = (third + third * fourth - fifth) / (fourth - third * third - 1);
  const q = -fourth - third * p;
  const r = -third - p;
  const size = 2 * Math.sqrt(Math.max(0, p * p - 3 * q) / 9);
  const turn = Math.acos(
    Math.max(-1, Math.min(1, (-2 * p ** 3 + 9 * p * q - 27 * r) / (54 * (size / 2) ** 3))),
  );
  const getRoot = (index: number): number =>
    size * Math.cos((turn - 2 * Math.PI * index) / 3) - p / 3;
  return [getRoot(0), getRoot(1), getRoot(2)];
}
