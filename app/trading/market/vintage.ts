/** Values of series with two times each: what they are of, and since when they could be known. */
import type { EpochMs } from '../domain/units';

export interface SeriesValue {
  /** An id of the series catalogue, e.g. `storage/gas/level`. */
  readonly series: string;
  /** The moment or the beginning of the period that it is of. */
  readonly validMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly value: number;
}

/** A store of published values that answers only with what was known at a moment. */
export interface VintageReader {
  /** The value of a series for a time as it was known at `knownMs`; null when none was. */
  asOf(series: string, validMs: EpochMs, knownMs: EpochMs): SeriesValue | null;
  /** The value with the latest `validMs` that was known, in its vintage then. */
  latest(series: string, knownMs: EpochMs): SeriesValue | null;
  /**
   * Values for `fromMs` <= validMs < `untilMs` in order of validMs, each in the vintage known at
   * `knownMs`.
   */
  history(
    series: string,
    fromMs: EpochMs,
    untilMs: EpochMs,
    knownMs: EpochMs,
  ): readonly SeriesValue[];
}
