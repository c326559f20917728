/** How large the calibration error of right chances would be, by the luck of outcomes alone. */
import { longRunVariance } from './long-run-variance';
import { RELIABILITY_CLASSES, getReliabilityClass } from './reliability';
import type { Sample } from './sample';

/** Mean size of a standard normal. */
const MEAN_SIZE = Math.sqrt(2 / Math.PI);

/**
 * Expected calibration error where every class is right: the sum over classes of sqrt(2/pi) times
 * the standard error of a class's mean residual, weighted by its rows;
 * standard errors after Newey and West over `blocks` (one a row, in order), with residuals about
 * the mean of their class.
 * 0 to 1; NaN of nothing. Throws RangeError where columns differ in length or the lag does not fit.
 */
export function calibrationErrorByChance(
  chances: Sample,
  outcomes: Sample,
  blocks: Sample,
  lag: number,
  classes: number = RELIABILITY_CLASSES,
): number {
  if (outcomes.length !== chances.length || blocks.length !== chances.length)
    throw new RangeError(
      `each chance needs its outcome and its block, got ${chances.length}, ${outcomes.length} and ${blocks.length}`,
    );
  if (chances.length === 0) return NaN;
  const places = buildPlaces(blocks);
  let sum = 0;
  for (let place = 0; place < classes; place += 1)
    sum += deviationOfClass(chances, outcomes, places, { place, classes, lag });
  return (MEAN_SIZE * sum) / chances.length;
}

interface ClassAsked {
  readonly place: number;
  readonly classes: number;
  readonly lag: number;
}

/** The standard deviation of the sum of residuals of one class. */
function deviationOfClass(
  chances: Sample,
  outcomes: Sample,
  { of, count }: Places,
  { place, classes, lag }: ClassAsked,
): number {
  const isIn = (row: number): boolean =>
    getReliabilityClass(chances[row] ?? NaN, classes) === place;
  let [rows, total] = [0, 0];
  for (let row = 0; row < chances.length; row += 1) {
    if (!isIn(row)) continue;
    rows += 1;
    total += (outcomes[row] ?? NaN) - (chances[row] ?? NaN);
  }
  if (rows === 0) return 0;
  const sums = new Float64Array(count);
  for (let row = 0; row < chances.length; row += 1) {
    const block = of[row] ?? 0;
    if (isIn(row))
      sums[block] =
        (sums[block] ?? 0) + (outcomes[row] ?? NaN) - (chances[row] ?? NaN) - total / rows;
  }
  return Math.sqrt(count * longRunVariance(sums, Math.min(lag, count - 1), 0));
}

interface Places {
  readonly of: Int32Array;
  readonly count: number;
}

/** Blocks by their place in the order in which they come. */
function buildPlaces(blocks: Sample): Places {
  const known = new Map<number, number>();
  const of = Int32Array.from({ length: blocks.length }, (_, row) => {
    const block = blocks[row] ?? NaN;
    const place = known.get(block) ?? known.size;
    known.set(block, place);
    return place;
  });
  return { of, count: known.size };
}
