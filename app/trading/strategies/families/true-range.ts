/** Average true range (ATR). */

/** Bars of the ATR. */
export const RANGE_BARS = 20;

export interface TrueRange {
  bars: number;
  previousClose: number;
  /** Mean of the first true ranges, then Wilder average. */
  average: number;
  /** ATR in quoted units; NaN below twenty bars. */
  range: number;
}

export const createTrueRange = (): TrueRange => ({
  bars: 0,
  previousClose: 0,
  average: 0,
  range: NaN,
});

/**
 * ATR in quoted units (J. W. Wilder, New Concepts in Technical Trading Systems, 1978): mean of the
 * first 20 true ranges, then average + (range - average) / 20. The first true range is high - low.
 * Updates in place.
 */
export function updateTrueRange(
  range: TrueRange,
  bar: { readonly high: number; readonly low: number; readonly close: number },
): void {
  const before = range.previousClose;
  const isFirst = range.bars === 0;
  const high = isFirst || bar.high > before ? bar.high : before;
  const low = isFirst || bar.low < before ? bar.low : before;
  // The count stops at 20.
  if (range.bars < RANGE_BARS) range.bars += 1;
  range.previousClose = bar.close;
  range.average += (high - low - range.average) / range.bars;
  if (range.bars === RANGE_BARS) range.range = range.average;
}
