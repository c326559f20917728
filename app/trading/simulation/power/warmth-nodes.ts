/**
 * A day's temperature as a few values with their chances, read off the expected degrees above a
 * fixed grid of bases.
 *
 * Source: the second derivative of E[max(0, T - b)] in b is the density of T (Breeden &
 * Litzenberger 1978, Journal of Business 51).
 */

/** Bases in deg F: coarse where use answers gently, fine where cooling drives it into scarcity. */
const BASES = Float64Array.from([
  ...Array.from({ length: 18 }, (_, index) => -80 + 8 * index),
  ...Array.from({ length: 20 }, (_, index) => 62 + 4 * index),
]);
/** Expected degrees that count for nothing. */
const LEAST = 5e-4;

export interface WarmthNodes {
  readonly degreesF: Float64Array;
  readonly chance: Float64Array;
}

const expected = new Float64Array(BASES.length);

/**
 * Nodes for a day whose mean is `meanF`; `above(base)` is E[max(0, T - base)]. Chances add to 1 and
 * keep the mean.
 */
export function warmthNodes(meanF: number, above: (baseF: number) => number): WarmthNodes {
  let first = 1;
  while (first < BASES.length - 2 && (BASES[first + 1] ?? 0) < meanF) first += 1;
  let last = Math.min(BASES.length - 2, first + 1);
  const aboveAt = (index: number): number => {
    if (Number.isNaN(expected[index] ?? 0)) expected[index] = above(BASES[index] ?? 0);
    return expected[index] ?? 0;
  };
  expected.fill(Number.NaN);
  while (first > 1 && aboveAt(first) - (meanF - (BASES[first] ?? 0)) > LEAST) first -= 1;
  while (last < BASES.length - 2 && aboveAt(last) > LEAST) last += 1;
  return correctNodes(first, computeChances(first, last, meanF, aboveAt));
}

/**
 * Chances at the bases from `first` to `last`: changes of the slope of expected degrees, which is
 * -1 before them and 0 after.
 */
function computeChances(
  first: number,
  last: number,
  meanF: number,
  aboveAt: (index: number) => number,
): Float64Array {
  const value = (index: number): number =>
    index === first ? meanF - (BASES[first] ?? 0) : index === last ? 0 : aboveAt(index);
  const found = new Float64Array(last - first + 1);
  let slope = -1;
  for (let index = first; index <= last; index += 1) {
    const next =
      index === last
        ? 0
        : (value(index + 1) - value(index)) / ((BASES[index + 1] ?? 0) - (BASES[index] ?? 0));
    found[index - first] = next - slope;
    slope = next;
  }
  return found;
}

/**
 * Takes off what straight lines between the bases add to a curve on average: a twelfth of the
 * squared step times its bend.
 */
function correctNodes(first: number, found: Float64Array): WarmthNodes {
  const chance = new Float64Array(found.length + 2);
  for (let place = 0; place < found.length; place += 1) {
    const index = first + place;
    const share = found[place] ?? 0;
    const left = (BASES[index] ?? 0) - (BASES[index - 1] ?? 0);
    const right = (BASES[index + 1] ?? 0) - (BASES[index] ?? 0);
    const toLeft = (share * right) / (6 * (left + right));
    const toRight = (share * left) / (6 * (left + right));
    chance[place] = (chance[place] ?? 0) - toLeft;
    chance[place + 1] = (chance[place + 1] ?? 0) + share + toLeft + toRight;
    chance[place + 2] = (chance[place + 2] ?? 0) - toRight;
  }
  return { degreesF: BASES.subarray(first - 1, first + 1 + found.length), chance };
}
