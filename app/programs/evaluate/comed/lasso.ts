// Lasso by coordinate descent on the Gram matrix.

/** Passes over all inputs, and the change of a weight below which a solution has converged. */
const PASSES_MAX = 60;
const TOLERANCE = 1e-3;

/**
 * Updates `weights` in place to the minimum of w' G w / 2 - c' w + penalty sum |w|, starting from the
 * given weights; G is the Gram matrix of the inputs and c their products with the target, both as
 * weighted means. Coordinate descent with residual products: J. Friedman, T. Hastie and R.
 * Tibshirani 2010, Journal of Statistical Software 33.
 */
export function solveLasso(
  gram: Float64Array,
  products: Float64Array,
  penalty: number,
  weights: Float64Array,
): void {
  const width = weights.length;
  const residuals = Float64Array.from(products);
  const subtractColumn = (column: number, change: number): void => {
    const at = column * width;
    for (let k = 0; k < width; k += 1)
      residuals[k] = (residuals[k] ?? 0) - change * (gram[at + k] ?? 0);
  };
  for (let column = 0; column < width; column += 1) {
    const weight = weights[column] ?? 0;
    if (weight !== 0) subtractColumn(column, weight);
  }
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    let largest = 0;
    for (let column = 0; column < width; column += 1) {
      const curvature = gram[column * width + column] ?? 0;
      if (curvature <= 0) continue;
      const weight = weights[column] ?? 0;
      const pull = (residuals[column] ?? 0) + curvature * weight;
      const next = (Math.sign(pull) * Math.max(0, Math.abs(pull) - penalty)) / curvature;
      if (next === weight) continue;
      weights[column] = next;
      subtractColumn(column, next - weight);
      largest = Math.max(largest, Math.abs(next - weight));
    }
    if (largest < TOLERANCE) return;
  }
}
