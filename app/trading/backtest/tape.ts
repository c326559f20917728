// Input of a backtest: bar columns, contract months and chains.
import type { Instrument } from '../domain/instrument';

/** Lock of a bar that ends in a trading pause. */
export const PAUSED = 2;

/**
 * Bars of one instrument, oldest first, one entry per bar in every column; prices in ticks, exact
 * as floats.
 */
export interface BarColumns {
  readonly startsMs: Float64Array;
  /** The last millisecond of the bar. */
  readonly endsMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /**
   * 1 if the bar ends locked limit up, -1 limit down, PAUSED in a trading pause, else 0; absent
   * without price limits.
   */
  readonly locked?: Int8Array;
  /**
   * Opens of the venue's day session within daily bars: orders of the rule fill there. Absent where
   * each open is that of the venue.
   */
  readonly session?: SessionColumns;
}

/** One entry per bar; NaN in `opensMs` for a bar without a session. Prices in ticks. */
export interface SessionColumns {
  readonly opensMs: Float64Array;
  readonly open: Float64Array;
  /** Range of the bar before and from the open of the session. */
  readonly highBefore: Float64Array;
  readonly lowBefore: Float64Array;
  readonly highAfter: Float64Array;
  readonly lowAfter: Float64Array;
}

/** Copies session columns with a function of each. */
export const mapSessionColumns = (
  columns: SessionColumns,
  mapColumn: (column: Float64Array) => Float64Array,
): SessionColumns => ({
  opensMs: mapColumn(columns.opensMs),
  open: mapColumn(columns.open),
  highBefore: mapColumn(columns.highBefore),
  lowBefore: mapColumn(columns.lowBefore),
  highAfter: mapColumn(columns.highAfter),
  lowAfter: mapColumn(columns.lowAfter),
});

/**
 * One contract month, or a history without expiry, with the playbook's inputs at each bar's end
 * (NaN if unknown).
 */
export interface MonthTape {
  readonly instrument: Instrument;
  readonly bars: BarColumns;
  /** One column per input of the playbook, in order. */
  readonly inputs: readonly Float64Array[];
}

/** Months in order of expiry; each starts with the warm-up bars before it became active. */
export interface ChainTape {
  readonly chain: string;
  readonly months: readonly MonthTape[];
}
