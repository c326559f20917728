/** Expected calibration error of perfectly calibrated probabilities, from sampling noise alone. */
import { computeLongRunVariance } from './long-run-variance';
import { RELIABILITY_CLASSES, getReliabilityClass } from './reliability';
import type { Sample } from './sample';

/** Mean absolute value of a standard normal. */
const MEAN_SIZE = Math.sqrt(2 / Math.PI);

/**
 * Sum over bins of sqrt(2/pi) x standard error of the bin's mean residual, weighted by rows.
 * Newey-West standard errors over `blocks` (one per row, in order), with residuals around their bin
 * mean. 0 to 1; NaN without rows. Throws RangeError for unequal lengths or an invalid lag.
 */
export function computeCalibrationErrorByChance(
  probabilities: Sample,
  outcomes: Sample,
  blocks: Sample,
  lag: number,
  classes: number = RELIABILITY_CLASSES,
): number {
  if (outcomes.length !== probabilities.length || blocks.length !== probabilities.length)
    throw new RangeError(
      `each chance needs its outcome and its block, got ${probabilities.length}, ${outcomes.length} and ${blocks.length}`,
    );
  if (probabilities.length === 0) return NaN;
  const blockIndex = indexBlocks(blocks);
  let sum = 0;
  for (let classIndex = 0; classIndex < classes; classIndex += 1)
    sum += computeClassDeviation(probabilities, outcomes, blockIndex, { classIndex, classes, lag });
  return (MEAN_SIZE * sum) / probabilities.length;
}

interface ClassSelection {
  readonly classIndex: number;
  readonly classes: number;
  readonly lag: number;
}

/** Standard deviation of the sum of a bin's residuals. */
function computeClassDeviation(
  probabilities: Sample,
  outcomes: Sample,
  { blockByRow, count }: BlockIndex,
  { classIndex, classes, lag }: ClassSelection,
): number {
  const isIn = (row: number): boolean =>
    getReliabilityClass(probabilities[row] ?? NaN, classes) === classIndex;
  let [rows, total] = [0, 0];
  for (let row = 0; row < probabilities.length; row += 1) {
    if (!isIn(row)) continue;
    rows += 1;
    total += (outcomes[row] ?? NaN) - (probabilities[row] ?? NaN);
  }
  if (rows === 0) return 0;
  const sums = new Float64Array(count);
  for (let row = 0; row < probabilities.length; row += 1) {
    const block = blockByRow[row] ?? 0;
    if (isIn(row))
      sums[block] =
        (sums[block] ?? 0) + (outcomes[row] ?? NaN) - (probabilities[row] ?? NaN) - total / rows;
  }
  return Math.sqrt(count * computeLongRunVariance(sums, Math.min(lag, count - 1), 0));
}

interface BlockIndex {
  readonly blockByRow: Int32Array;
  readonly count: number;
}

/** Numbers blocks in order of first appearance. */
function indexBlocks(blocks: Sample): BlockIndex {
  const indexByBlock = new Map<number, number>();
  const blockByRow = Int32Array.from({ length: blocks.length }, (_, row) => {
    const block = blocks[row] ?? NaN;
    const classIndex = indexByBlock.get(block) ?? indexByBlock.size;
    indexByBlock.set(block, classIndex);
    return classIndex;
  });
  return { blockByRow, count: indexByBlock.size };
}
