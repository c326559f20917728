/** Expectations over a normal variable by Gauss-Hermite quadrature with five points. */

/**
 * Nodes and weights for the standard normal density: exact for polynomials up to degree 9
 * (Abramowitz and Stegun 25.4.46, rescaled).
 */
export const NODES: readonly number[] = [
  -2.856970013872806, -1.355626179974266, 0, 1.355626179974266, 2.856970013872806,
];
export const WEIGHTS: readonly number[] = [
  0.01125741132772069, 0.2220759220056126, 0.5333333333333333, 0.2220759220056126,
  0.01125741132772069,
];

/** Convex measure of tightness: (e^(gamma x) - 1) / gamma; x itself at gamma 0. */
export const applyConvexity = (x: number, gamma: number): number =>
  gamma === 0 ? x : Math.expm1(gamma * x) / gamma;

/**
 * Natural log of E[exp(beta psi(X))] for X ~ N(mean, sd^2), psi the convex measure. Closed form at
 * gamma 0, otherwise five-point quadrature.
 */
export function computeLogMeanResponse(
  mean: number,
  sd: number,
  beta: number,
  gamma: number,
): number {
  if (gamma === 0) return beta * mean + 0.5 * beta * beta * sd * sd;
  if (sd * beta < 1e-6) return beta * applyConvexity(mean, gamma);
  const center = (beta / gamma) * Math.exp(gamma * mean);
  let sum = 0;
  for (let i = 0; i < 5; i += 1) {
    // The middle node is the mean itself, with exponent zero.
    const node = NODES[i] ?? 0;
    sum +=
      (WEIGHTS[i] ?? 0) *
      (node === 0 ? 1 : Math.exp(center * Math.exp(gamma * sd * node) - center));
  }
  return center - beta / gamma + Math.log(sum);
}
