/** Port for bars of past prices, and the rules that all its implementations share. */
import { BAR_INTERVAL_MS, type BarInterval } from '../domain/bar-interval';
import type { Instrument } from '../domain/instrument';
import type { Bar } from '../domain/quote';
import type { EpochMs } from '../domain/units';

/** Bars of one interval are available back to this many before the present. */
export const BARS_MAX = 1000;

export interface BarQuery {
  readonly instrument: Instrument;
  readonly interval: BarInterval;
  /** First and last moment of bar starts: [fromMs, untilMs). */
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
}

export interface BarHistory {
  /** Oldest first, without gaps in trading. The last one may still be open. */
  readonly bars: readonly Bar[];
  /** True while older bars of the query are being computed. */
  readonly isLoading: boolean;
}

/** Bars of one market, never later than its present. */
export interface BarReader {
  readonly market: string;
  /** Months of a chain listed now, in order of delivery; empty for an unknown chain. */
  listMonths(chain: string): readonly Instrument[];
  /** Contract by id or venue code, listed now or earlier; null for any other name. */
  findContract(name: string): Instrument | null;
  /** Intervals of which the market has bars; a history has none shorter than its own. */
  listIntervals(instrument: Instrument): readonly BarInterval[];
  /** Bars that are ready; starts to load the others. */
  read(query: BarQuery): BarHistory;
  /** Resolves when the bars of a query are loaded, at the latest after `waitMs`. */
  waitForBars(query: BarQuery, waitMs: number): Promise<void>;
}

/** Start of the bar that contains a moment. Bars start on full UTC quarters, hours and days. */
export const getBarStartMs = (atMs: EpochMs, interval: BarInterval): EpochMs =>
  Math.floor(atMs / BAR_INTERVAL_MS[interval]) * BAR_INTERVAL_MS[interval];

/** Start of the first bar of an interval that is still available. */
export const getOldestBarMs = (nowMs: EpochMs, interval: BarInterval): EpochMs =>
  getBarStartMs(nowMs, interval) - BARS_MAX * BAR_INTERVAL_MS[interval];

/** True once a bar has ended. */
export const isBarComplete = ({ endsMs }: Pick<Bar, 'endsMs'>, nowMs: EpochMs): boolean =>
  endsMs < nowMs;
