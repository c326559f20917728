/** Curves between knots one apart, by cubic Hermite interpolation. */

/**
 * Four coefficients for each stretch, side by side: a fold reads them ten thousand times a day, at
 * places that no cache foresees.
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

/** The value of a curve so far, 0 to 1, behind a knot. */
export function cubicAt(cubics: Float64Array, index: number, t: number): number {
  const place = 4 * index;
  return (
    (cubics[place] ?? 0) +
    t * ((cubics[place + 1] ?? 0) + t * ((cubics[place + 2] ?? 0) + t * (cubics[place + 3] ?? 0)))
  );
}
