/** Cubic Hermite curves between knots at distance 1. */

/**
 * Four adjacent coefficients per interval, for fast random access: a fold reads ten thousand a day.
 */
export function buildCubics(values: Float64Array, slopes: Float64Array): Float64Array {
  const cubics = new Float64Array(4 * (values.length - 1));
  for (let index = 0; index < values.length - 1; index += 1) {
    const change = (values[index + 1] ?? 0) - (values[index] ?? 0);
    const [first, second] = [slopes[index] ?? 0, slopes[index + 1] ?? 0];
    cubics.set(
      [values[index] ?? 0, first, 3 * change - 2 * first - second, first + second - 2 * change],
      4 * index,
    );
  }
  return cubics;
}

/** Value at a fraction `t` (0 to 1) after knot `index`. */
export function evaluateCubic(cubics: Float64Array, index: number, t: number): number {
  const offset = 4 * index;
  return (
    (cubics[offset] ?? 0) +
    t *
      ((cubics[offset + 1] ?? 0) + t * ((cubics[offset + 2] ?? 0) + t * (cubics[offset + 3] ?? 0)))
  );
}
