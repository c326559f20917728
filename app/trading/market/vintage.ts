/** Point-in-time series values: valid time and publication time. */
import type { EpochMs } from '../domain/units';

export interface SeriesValue {
  /** Series id, e.g. `storage/gas/level`. */
  readonly series: string;
  /** Valid time: the moment or start of the period. */
  readonly validMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly value: number;
}

/** Point-in-time reader: returns only values published by `knownMs`. */
export interface VintageReader {
  /** The value for a valid time in the vintage known at `knownMs`; null for none. */
  findAsOf(series: string, validMs: EpochMs, knownMs: EpochMs): SeriesValue | null;
  /** The value with the latest valid time known at `knownMs`. */
  findLatest(series: string, knownMs: EpochMs): SeriesValue | null;
  /**
   * Values with `fromMs` <= validMs < `untilMs` in order, each in the vintage known at `knownMs`.
   */
  listHistory(
    series: string,
    fromMs: EpochMs,
    untilMs: EpochMs,
    knownMs: EpochMs,
  ): readonly SeriesValue[];
}
