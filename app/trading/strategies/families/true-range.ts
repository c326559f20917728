/** The average true range, folded in place. */

/** Bars in the average true range on which stops are built. */
export const RANGE_BARS = 20;

export interface TrueRange {
  bars: number;
  previousClose: number;
  /** Mean of the true ranges so far, then Wilder's average. */
  average: number;
  /** The average true range in quoted units; NaN until there are twenty bars. */
  range: number;
}

export const emptyTrueRange = (): TrueRange => ({
  bars: 0,
  previousClose: 0,
  average: 0,
  range: NaN,
});

/**
 * Average true range in quoted units (J. W. Wilder, New Concepts in Technical Trading Systems,
 * 1978): the plain mean of the
 * first 20 true ranges, then average + (range - average) / 20. The first bar's true range is its
 * high less its low.
 * Takes the bar in, in place.
 */
export function foldTrueRange(
  range: TrueRange,
  bar: { readonly high: number; readonly low: number; readonly close: number },
): void {
  const before = range.previousClose;
  const isFirst = range.bars === 0;
  const high = isFirst || bar.high > before ? bar.high : before;
  const low = isFirst || bar.low < before ? bar.low : before;
  // Counting stops at twenty, where it has nothing more to decide.
  if (range.bars < RANGE_BARS) range.bars += 1;
  range.previousClose = bar.close;
  range.average += (high - low - range.average) / range.bars;
  if (range.bars === RANGE_BARS) range.range = range.average;
}
