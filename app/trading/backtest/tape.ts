/** Input and result types of a backtest: bar columns, months, chains, runs and trades. */
import type { Instrument } from '../domain/instrument';
import type { EpochMs, Lots, Mills, Ticks } from '../domain/units';

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

export type ExitCause = 'rule' | 'stop' | 'target' | 'time' | 'roll' | 'expiry' | 'end';

/** One closed leg. */
export interface BacktestTrade {
  readonly instrumentId: string;
  readonly direction: 'LONG' | 'SHORT';
  readonly lots: Lots;
  readonly entryMs: EpochMs;
  readonly exitMs: EpochMs;
  readonly entryTicks: Ticks;
  readonly exitTicks: Ticks;
  /** Fees of both sides. */
  readonly feesMills: Mills;
  /** Spread and slippage against mid, both sides. */
  readonly slippageMills: Mills;
  /** After fees. */
  readonly profitMills: Mills;
  readonly bars: number;
  /** Worst and best unrealized profit, before fees. */
  readonly worstMills: Mills;
  readonly bestMills: Mills;
  /** Initial risk: value between entry and stop; null without a stop. */
  readonly riskMills: Mills | null;
  /** Final stop price; null without one. */
  readonly stopTicks: Ticks | null;
  readonly cause: ExitCause;
  /** Shared by the legs of a spread and the parts of a rolled position. */
  readonly group: number;
}

export interface BacktestRun {
  /** Bar ends and the equity at each, mills. */
  readonly stampsMs: Float64Array;
  readonly equityMills: Float64Array;
  /** 1 while a position is open, per bar. */
  readonly held: Uint8Array;
  readonly trades: readonly BacktestTrade[];
  readonly capitalMills: Mills;
  readonly feesMills: Mills;
  /** Sum of |price x size| of all fills. */
  readonly turnoverMills: Mills;
  readonly bars: number;
  /** Rejected or locked orders by reason. */
  readonly refusals: ReadonlyMap<string, number>;
}
