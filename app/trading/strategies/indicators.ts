/**
 * Rolling figures as folds: a ring of the last values, averages, the average true range and the channel.
 * It knows the bars it was given, oldest first; it refuses to hold more of them than its window.
 */

/** The last `size` values, oldest first. */
export interface Ring {
  readonly size: number;
  readonly values: readonly number[];
}

export const emptyRing = (size: number): Ring => ({ size, values: [] });
export const isFull = (ring: Ring): boolean => ring.values.length >= ring.size;

/** The ring after one more value; the oldest leaves when it is full. */
export function pushValue(ring: Ring, value: number): Ring {
  const values = isFull(ring) ? ring.values.slice(ring.values.length - ring.size + 1) : ring.values.slice();
  values.push(value);
  return { size: ring.size, values };
}

/** Arithmetic mean; NaN of nothing. */
export function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Standard deviation about the mean with divisor n, since the window is the whole of what is described. */
export function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / values.length);
}

/** The value's distance from the ring's mean in standard deviations; zero where nothing varies. */
export function scoreIn(ring: Ring, value: number): number {
  const deviation = deviationOf(ring.values);
  return deviation > 0 ? (value - meanOf(ring.values)) / deviation : 0;
}

/** Exponential moving average with weight 2 / (n + 1), begun at the first value; null before it. */
export const foldAverage = (average: number | null, value: number, n: number): number =>
  average === null ? value : average + (2 / (n + 1)) * (value - average);

/** Bars in the average true range on which stops are built. */
export const RANGE_BARS = 20;

export interface TrueRange {
  readonly bars: number;
  readonly previousClose: number;
  /** Mean of the true ranges so far, then Wilder's average. */
  readonly average: number;
}

export const EMPTY_RANGE: TrueRange = { bars: 0, previousClose: 0, average: 0 };

/**
 * Average true range in quoted units (J. W. Wilder, New Concepts in Technical Trading Systems, 1978): the plain mean of the
 * first 20 true ranges, then average + (range - average) / 20. The first bar's true range is its high less its low.
 */
export function foldRange(range: TrueRange, bar: { readonly high: number; readonly low: number; readonly close: number }): TrueRange {
  const high = range.bars === 0 ? bar.high : Math.max(bar.high, range.previousClose);
  const low = range.bars === 0 ? bar.low : Math.min(bar.low, range.previousClose);
  const bars = range.bars + 1;
  return { bars, previousClose: bar.close, average: range.average + (high - low - range.average) / Math.min(bars, RANGE_BARS) };
}

/** The average true range, or null until twenty bars are known. */
export const rangeOf = (range: TrueRange): number | null => (range.bars >= RANGE_BARS ? range.average : null);

/** Highs and lows of the last n bars (Donchian channel). */
export interface Channel {
  readonly highs: Ring;
  readonly lows: Ring;
}

export const emptyChannel = (n: number): Channel => ({ highs: emptyRing(n), lows: emptyRing(n) });

export const foldChannel = (channel: Channel, bar: { readonly high: number; readonly low: number }): Channel => ({
  highs: pushValue(channel.highs, bar.high),
  lows: pushValue(channel.lows, bar.low),
});

/** Highest high and lowest low of the newest `n` bars of the channel. */
export function channelEdges(channel: Channel, n: number): { readonly high: number; readonly low: number } {
  const from = Math.max(0, channel.highs.values.length - n);
  let high = -Infinity;
  let low = Infinity;
  for (const value of channel.highs.values.slice(from)) high = Math.max(high, value);
  for (const value of channel.lows.values.slice(from)) low = Math.min(low, value);
  return { high, low };
}
