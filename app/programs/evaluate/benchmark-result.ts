// Result of a benchmark: one row per method with losses against its benchmarks, and a content hash.
import type { HistoryBenchmarkId } from './options';

export type MethodKind = 'baseline' | 'published' | 'ours';

/** Losses of a method in time order, one per day or week. */
export interface MethodLosses {
  readonly method: string;
  readonly kind: MethodKind;
  /** Inputs, in words. */
  readonly knows: string;
  readonly chosen: Float64Array;
  readonly judged: Float64Array;
}

export interface Versus {
  readonly rival: string;
  /** Mean loss minus the benchmark's; negative is better. */
  readonly difference: number;
  /** Two-sided Diebold-Mariano p-value; null when the losses are equal. */
  readonly pValue: number | null;
}

export interface ResultRow {
  readonly method: string;
  readonly kind: MethodKind;
  readonly knows: string;
  /** Mean loss in the selection and in the test period. */
  readonly chosen: number;
  readonly judged: number;
  /** Test loss / test loss of the first benchmark. */
  readonly relative: number;
  readonly versus: readonly Versus[];
}

/** First and last date, inclusive. */
export interface Span {
  readonly from: string;
  readonly until: string;
  readonly count: number;
}

export interface BenchmarkHead {
  readonly benchmark: HistoryBenchmarkId;
  readonly title: string;
  readonly unit: string;
  /** Loss name when it is not the mean absolute error. */
  readonly loss?: string;
  readonly chosenOn: Span;
  readonly judgedOn: Span;
  /** Methods used as benchmarks; `relative` refers to the first. */
  readonly rivals: readonly string[];
  readonly seeds: readonly string[];
  /** SHA-256 of each file that was read. */
  readonly data: Readonly<Record<string, string>>;
  /** Configurations compared in the selection period, including the selected ones. */
  readonly configurations: number;
}

export interface BenchmarkResult extends BenchmarkHead {
  readonly rows: readonly ResultRow[];
  /** SHA-256 of everything else in canonical JSON. */
  readonly hash: string;
}
