/** Calibration table: mean probability and observed frequency by bin. */
import type { Sample } from './sample';

/** Rows with probability in [from, until); the last bin includes 1. */
interface ReliabilityClass {
  readonly from: number;
  readonly until: number;
  readonly rows: number;
  /** NaN in an empty bin, as is `meanOutcome`. */
  readonly meanProbability: number;
  readonly meanOutcome: number;
}

export const RELIABILITY_CLASSES = 20;

/** Bin of a probability; 1 belongs to the last. */
export const getReliabilityClass = (probability: number, classes: number): number =>
  Math.min(classes - 1, Math.floor(probability * classes));

/**
 * Bins of equal width over 0 to 1. Throws RangeError for unequal lengths or a probability outside 0
 * to 1.
 */
export function computeReliability(
  probabilities: Sample,
  outcomes: Sample,
  classes: number = RELIABILITY_CLASSES,
): readonly ReliabilityClass[] {
  if (probabilities.length !== outcomes.length)
    throw new RangeError(
      `each chance needs its outcome, got ${probabilities.length} and ${outcomes.length}`,
    );
  const rows = new Float64Array(classes);
  const sumProbability = new Float64Array(classes);
  const sumOutcome = new Float64Array(classes);
  for (let row = 0; row < probabilities.length; row += 1) {
    const probability = probabilities[row] ?? NaN;
    if (!(probability >= 0 && probability <= 1))
      throw new RangeError(`chance ${row} lies outside 0 to 1: ${probability}`);
    const classIndex = getReliabilityClass(probability, classes);
    rows[classIndex] = (rows[classIndex] ?? 0) + 1;
    sumProbability[classIndex] = (sumProbability[classIndex] ?? 0) + probability;
    sumOutcome[classIndex] = (sumOutcome[classIndex] ?? 0) + (outcomes[row] ?? NaN);
  }
  return Array.from(rows, (count, classIndex) => ({
    from: classIndex / classes,
    until: (classIndex + 1) / classes,
    rows: count,
    meanProbability: (sumProbability[classIndex] ?? NaN) / count,
    meanOutcome: (sumOutcome[classIndex] ?? NaN) / count,
  }));
}
