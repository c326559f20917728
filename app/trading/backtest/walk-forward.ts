/**
 * Splits of a history into bars to learn from and bars to be judged on, in order of time.
 *
 * Source: M. Lopez de Prado 2018, Advances in Financial Machine Learning, chapter 7 (purging and
 * embargo).
 */

/** Bars from `from` up to, and without, `until`. */
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
   * `expanding`: all bars before the test. `rolling`: the last `trainBars` of them. `around`: all
   * bars before and after it, for what has no order to learn in.
   */
  readonly kind: 'expanding' | 'rolling' | 'around';
  /**
   * Bars to learn from at least (expanding) or exactly (rolling); for `around` no split may have
   * fewer.
   */
  readonly trainBars: number;
  /** Bars of each test; the last one takes what is left. */
  readonly testBars: number;
  /**
   * Bars next to a test, on both sides, that are not learnt from: as long as a label or a holding
   * reaches.
   */
  readonly purge: number;
  /**
   * Further bars after a test that are not learnt from, for what lingers; nothing is learnt from
   * after a test but with `around`.
   */
  readonly embargo: number;
}

/**
 * Tests side by side without overlap: from the first bar that has enough to learn from before it
 * (`around`: from the first) to the last.
 * Throws RangeError for counts that are no whole numbers in their bounds, and for a history too
 * short for a single split.
 */
export function listSplits(plan: SplitPlan): readonly Split[] {
  checkPlan(plan);
  const { bars, kind, trainBars, testBars, purge } = plan;
  const first = kind === 'around' ? 0 : trainBars + purge;
  if (first >= bars)
    throw new RangeError(
      `${bars} bars are too few to learn from ${trainBars}, leave ${purge} out and judge on at least one: give more bars, or learn from fewer`,
    );
  const splits: Split[] = [];
  for (let from = first; from < bars; from += testBars) {
    const test = { from, until: Math.min(bars, from + testBars) };
    splits.push({ train: trainFor(plan, test), test });
  }
  const poor = splits.find(
    ({ train }) => train.reduce((sum, range) => sum + range.until - range.from, 0) < trainBars,
  );
  if (poor)
    throw new RangeError(
      `the test of bars ${poor.test.from} to ${poor.test.until - 1} leaves fewer than ${trainBars} bars to learn from: make tests shorter, or learn from fewer`,
    );
  return splits;
}

function trainFor(
  { bars, kind, trainBars, purge, embargo }: SplitPlan,
  test: BarRange,
): readonly BarRange[] {
  const until = test.from - purge;
  const before = { from: kind === 'rolling' ? until - trainBars : 0, until };
  const after = { from: test.until + purge + embargo, until: kind === 'around' ? bars : 0 };
  return [before, after].filter((range) => range.until > range.from);
}

function checkPlan({ bars, trainBars, testBars, purge, embargo }: SplitPlan): void {
  for (const [name, count, least] of [
    ['bars', bars, 1],
    ['trainBars', trainBars, 1],
    ['testBars', testBars, 1],
    ['purge', purge, 0],
    ['embargo', embargo, 0],
  ] as const) {
    if (!Number.isSafeInteger(count) || count < least)
      throw new RangeError(`${name} must be a whole number from ${least}, got ${count}`);
  }
}
