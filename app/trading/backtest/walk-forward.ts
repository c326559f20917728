/**
 * Walk-forward splits of a history into training and test bars.
 *
 * Source: M. Lopez de Prado 2018, Advances in Financial Machine Learning, chapter 7 (purging and
 * embargo).
 */

/** Bars in [from, until). */
interface BarRange {
  readonly from: number;
  readonly until: number;
}

interface Split {
  readonly train: readonly BarRange[];
  readonly test: BarRange;
}

interface SplitPlan {
  readonly bars: number;
  /**
   * Training bars. `expanding`: all before the test. `rolling`: the last `trainBars` before it.
   * `around`: all before and after it, for data without time order.
   */
  readonly kind: 'expanding' | 'rolling' | 'around';
  /** Minimum (`expanding`, `around`) or exact (`rolling`) number of training bars. */
  readonly trainBars: number;
  /** Bars per test; the last test takes the rest. */
  readonly testBars: number;
  /**
   * Bars excluded from training on both sides of a test: the length of a label or holding period.
   */
  readonly purge: number;
  /** Further bars excluded after a test; only relevant for `around`. */
  readonly embargo: number;
}

/**
 * Adjacent tests without overlap, from the first bar with enough training bars before it (`around`:
 * from the first bar) to the last. Throws RangeError for invalid counts, or a history too short for
 * one split.
 */
export function listSplits(plan: SplitPlan): readonly Split[] {
  assertPlan(plan);
  const { bars, kind, trainBars, testBars, purge } = plan;
  const first = kind === 'around' ? 0 : trainBars + purge;
  if (first >= bars)
    throw new RangeError(
      `${bars} bars are too few to learn from ${trainBars}, leave ${purge} out and judge on at least one: give more bars, or learn from fewer`,
    );
  const splits: Split[] = [];
  for (let from = first; from < bars; from += testBars) {
    const test = { from, until: Math.min(bars, from + testBars) };
    splits.push({ train: buildTrainRanges(plan, test), test });
  }
  const tooShort = splits.find(
    ({ train }) => train.reduce((sum, range) => sum + range.until - range.from, 0) < trainBars,
  );
  if (tooShort)
    throw new RangeError(
      `the test of bars ${tooShort.test.from} to ${tooShort.test.until - 1} leaves fewer than ${trainBars} bars to learn from: make tests shorter, or learn from fewer`,
    );
  return splits;
}

function buildTrainRanges(
  { bars, kind, trainBars, purge, embargo }: SplitPlan,
  test: BarRange,
): readonly BarRange[] {
  const until = test.from - purge;
  const before = { from: kind === 'rolling' ? until - trainBars : 0, until };
  const after = { from: test.until + purge + embargo, until: kind === 'around' ? bars : 0 };
  return [before, after].filter((range) => range.until > range.from);
}

function assertPlan({ bars, trainBars, testBars, purge, embargo }: SplitPlan): void {
  for (const [name, count, min] of [
    ['bars', bars, 1],
    ['trainBars', trainBars, 1],
    ['testBars', testBars, 1],
    ['purge', purge, 0],
    ['embargo', embargo, 0],
  ] as const) {
    if (!Number.isSafeInteger(count) || count < min)
      throw new RangeError(`${name} must be a whole number from ${min}, got ${count}`);
  }
}
