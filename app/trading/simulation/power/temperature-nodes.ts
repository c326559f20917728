/**
 * A day's temperature distribution as nodes with probabilities, from expected degrees above a grid
 * of bases.
 *
 * Source: the second derivative of E[max(0, T - b)] in b is the density of T (Breeden &
 * Litzenberger 1978, Journal of Business 51).
 */

/** Bases in deg F: fine where cooling demand drives scarcity, coarse elsewhere. */
const BASES = Float64Array.from([
  ...Array.from({ length: 18 }, (_, index) => -80 + 8 * index),
  ...Array.from({ length: 20 }, (_, index) => 62 + 4 * index),
]);
/** Expected degrees below this are ignored. */
const DEGREES_MIN = 5e-4;

export interface TemperatureNodes {
  readonly degreesF: Float64Array;
  readonly probability: Float64Array;
}

const expectedAbove = new Float64Array(BASES.length);

/** Nodes for a day with mean `meanF`. Probabilities sum to 1 and preserve the mean. */
export function computeTemperatureNodes(
  meanF: number,
  computeExpectedAbove: (baseF: number) => number,
): TemperatureNodes {
  let first = 1;
  while (first < BASES.length - 2 && (BASES[first + 1] ?? 0) < meanF) first += 1;
  let last = Math.min(BASES.length - 2, first + 1);
  const getExpectedAbove = (index: number): number => {
    if (Number.isNaN(expectedAbove[index] ?? 0))
      expectedAbove[index] = computeExpectedAbove(BASES[index] ?? 0);
    return expectedAbove[index] ?? 0;
  };
  expectedAbove.fill(Number.NaN);
  while (first > 1 && getExpectedAbove(first) - (meanF - (BASES[first] ?? 0)) > DEGREES_MIN)
    first -= 1;
  while (last < BASES.length - 2 && getExpectedAbove(last) > DEGREES_MIN) last += 1;
  return correctNodes(first, computeProbabilities(first, last, meanF, getExpectedAbove));
}

/**
 * Probabilities at the bases `first` to `last`: changes of the slope of expected degrees, which is
 * -1 before them and 0 after.
 */
function computeProbabilities(
  first: number,
  last: number,
  meanF: number,
  getExpectedAbove: (index: number) => number,
): Float64Array {
  const getValue = (index: number): number =>
    index === first ? meanF - (BASES[first] ?? 0) : index === last ? 0 : getExpectedAbove(index);
  const probabilities = new Float64Array(last - first + 1);
  let slope = -1;
  for (let index = first; index <= last; index += 1) {
    const next =
      index === last
        ? 0
        : (getValue(index + 1) - getValue(index)) / ((BASES[index + 1] ?? 0) - (BASES[index] ?? 0));
    probabilities[index - first] = next - slope;
    slope = next;
  }
  return probabilities;
}

/**
 * Corrects the bias of linear interpolation on convex functions: step^2 / 12 times the second
 * derivative.
 */
function correctNodes(first: number, probabilities: Float64Array): TemperatureNodes {
  const probability = new Float64Array(probabilities.length + 2);
  for (let offset = 0; offset < probabilities.length; offset += 1) {
    const index = first + offset;
    const probabilityHere = probabilities[offset] ?? 0;
    const left = (BASES[index] ?? 0) - (BASES[index - 1] ?? 0);
    const right = (BASES[index + 1] ?? 0) - (BASES[index] ?? 0);
    const toLeft = (probabilityHere * right) / (6 * (left + right));
    const toRight = (probabilityHere * left) / (6 * (left + right));
    probability[offset] = (probability[offset] ?? 0) - toLeft;
    probability[offset + 1] = (probability[offset + 1] ?? 0) + probabilityHere + toLeft + toRight;
    probability[offset + 2] = (probability[offset + 2] ?? 0) - toRight;
  }
  return { degreesF: BASES.subarray(first - 1, first + 1 + probabilities.length), probability };
}
