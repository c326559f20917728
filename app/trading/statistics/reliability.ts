/** Chances beside what became of them, in classes of like chances. */
import type { Sample } from './sample';

/** Rows whose chance lies from `from` up to `until` (the last class holds 1 too). */
interface ReliabilityClass {
  readonly from: number;
  readonly until: number;
  readonly rows: number;
  /** NaN in an empty class, as is the next. */
  readonly meanChance: number;
  readonly meanOutcome: number;
}

export const RELIABILITY_CLASSES = 20;

/** The place of a chance among so many classes; 1 belongs to the last. */
export const getReliabilityClass = (chance: number, classes: number): number =>
  Math.min(classes - 1, Math.floor(chance * classes));

/**
 * Classes of equal width over 0 to 1, as many as asked for. Throws RangeError for unequal lengths
 * and for a chance outside 0 to 1.
 */
export function computeReliability(
  chances: Sample,
  outcomes: Sample,
  classes: number = RELIABILITY_CLASSES,
): readonly ReliabilityClass[] {
  if (chances.length !== outcomes.length)
    throw new RangeError(
      `each chance needs its outcome, got ${chances.length} and ${outcomes.length}`,
    );
  const rows = new Float64Array(classes);
  const sumChance = new Float64Array(classes);
  const sumOutcome = new Float64Array(classes);
  for (let row = 0; row < chances.length; row += 1) {
    const chance = chances[row] ?? NaN;
    if (!(chance >= 0 && chance <= 1))
      throw new RangeError(`chance ${row} lies outside 0 to 1: ${chance}`);
    const place = getReliabilityClass(chance, classes);
    rows[place] = (rows[place] ?? 0) + 1;
    sumChance[place] = (sumChance[place] ?? 0) + chance;
    sumOutcome[place] = (sumOutcome[place] ?? 0) + (outcomes[row] ?? NaN);
  }
  return Array.from(rows, (count, place) => ({
    from: place / classes,
    until: (place + 1) / classes,
    rows: count,
    meanChance: (sumChance[place] ?? NaN) / count,
    meanOutcome: (sumOutcome[place] ?? NaN) / count,
  }));
}
