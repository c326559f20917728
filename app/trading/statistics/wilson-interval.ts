/** Two-sided 95 %. */
const NORMAL_95 = 1.959963984540054;

/**
 * Wilson score interval of a proportion (E. B. Wilson 1927), 0 to 1; the full range if `count` is
 * 0.
 */
export function computeWilsonInterval(
  hits: number,
  count: number,
  z = NORMAL_95,
): { readonly low: number; readonly high: number } {
  if (count === 0) return { low: 0, high: 1 };
  const [fraction, square] = [hits / count, z * z];
  const middle = (fraction + square / (2 * count)) / (1 + square / count);
  const half =
    (z / (1 + square / count)) *
    Math.sqrt((fraction * (1 - fraction)) / count + square / (4 * count * count));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
