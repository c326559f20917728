/** The interval in which the chance behind a share lies. */

/** Two-sided 95 %. */
const NORMAL_95 = 1.959963984540054;

/**
 * Score interval of a share of `hits` in `count` (E. B. Wilson 1927), 0 to 1; the whole range where
 * nothing was counted.
 */
export function wilsonInterval(
  hits: number,
  count: number,
  normal = NORMAL_95,
): { readonly low: number; readonly high: number } {
  if (count === 0) return { low: 0, high: 1 };
  const [share, square] = [hits / count, normal * normal];
  const middle = (share + square / (2 * count)) / (1 + square / count);
  const half =
    (normal / (1 + square / count)) *
    Math.sqrt((share * (1 - share)) / count + square / (4 * count * count));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
