/** Few points instead of a law: the three-point Gauss rule of given moments. */

export interface WeightedPoint {
  readonly value: number;
  readonly weight: number;
}

/** Moments from the zeroth, which is 1, to the fifth. */
export type Moments = readonly [number, number, number, number, number, number];

/**
 * Points and weights with the same moments up to the fifth; a law narrower than `narrow` becomes
 * its mean, three times.
 */
export function gaussPoints(
  moments: Moments,
  narrow: number,
): readonly [WeightedPoint, WeightedPoint, WeightedPoint] {
  const [, mean, square] = moments;
  const sd = Math.sqrt(Math.max(0, square - mean * mean));
  if (sd < narrow)
    return [
      { value: mean, weight: 1 / 3 },
      { value: mean, weight: 1 / 3 },
      { value: mean, weight: 1 / 3 },
    ];
  const [third, fourth, fifth] = [3, 4, 5].map(
    (power) => centralMoment(moments, mean, power) / sd ** power,
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
function centralMoment(moments: Moments, mean: number, power: number): number {
  let [sum, choose] = [0, 1];
  for (let of = 0; of <= power; of += 1) {
    sum += choose * (moments[of] ?? 0) * (-mean) ** (power - of);
    choose = (choose * (power - of)) / (of + 1);
  }
  return sum;
}

/**
 * Roots of the third orthogonal polynomial z^3 + p z^2 + q z + r of a standardized law, by its
 * moments; all three are real.
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
  const root = (index: number): number => size * Math.cos((turn - 2 * Math.PI * index) / 3) - p / 3;
  return [root(0), root(1), root(2)];
}
