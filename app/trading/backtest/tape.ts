/**
 * The shapes that a backtest reads and answers with: bars as columns, months of a chain, runs with
 * their trades.
 */
import type { Instrument } from '../domain/instrument';
import type { EpochMs, Lots, Mills, Ticks } from '../domain/units';

/**
 * Bars of one instrument, oldest first, one entry a bar in every column; prices in ticks, which a
 * float holds exactly.
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
   * 1 where the bar ends locked at its upper limit, -1 at its lower one, else 0; absent where there
   * are no limits.
   */
  readonly locked?: Int8Array;
}

/**
 * One month of a chain, or a history that never expires, with the figures of a playbook's inputs at
 * the end of each bar (NaN where unknown).
 */
export interface MonthTape {
  readonly instrument: Instrument;
  readonly bars: BarColumns;
  /** One column for each input of the playbook, in its order. */
  readonly inputs: readonly Float64Array[];
}

/**
 * Months in order of expiry; each begins with the bars that a desk had folded before it became the
 * active one.
 */
export interface ChainTape {
  readonly chain: string;
  readonly months: readonly MonthTape[];
}

export type ExitCause = 'rule' | 'stop' | 'target' | 'time' | 'roll' | 'expiry' | 'end';

/** One leg that was opened and closed. */
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
  /** What spread and slippage took, against the mid of both sides. */
  readonly slippageMills: Mills;
  /** After fees. */
  readonly profitMills: Mills;
  /** Bars of the playbook between entry and exit. */
  readonly bars: number;
  /** Worst and best unrealized profit on the way, before fees. */
  readonly worstMills: Mills;
  readonly bestMills: Mills;
  /** Money between entry and stop when it was opened; null without a stop. */
  readonly riskMills: Mills | null;
  /** Where its stop stood at the end; null without one. */
  readonly stopTicks: Ticks | null;
  readonly cause: ExitCause;
  /** The same for both legs of a spread, and for what a roll carried on. */
  readonly group: number;
}

/** A run of one playbook over one market. */
export interface BacktestRun {
  /** The ends of bars and the equity at each, mills. */
  readonly stampsMs: Float64Array;
  readonly equityMills: Float64Array;
  /** 1 while something is held, by bar. */
  readonly held: Uint8Array;
  readonly trades: readonly BacktestTrade[];
  readonly capitalMills: Mills;
  readonly feesMills: Mills;
  /** Sum of |price x size| of all fills. */
  readonly turnoverMills: Mills;
  readonly bars: number;
  /** Orders that the gate refused or a lock held back, by reason. */
  readonly refusals: ReadonlyMap<string, number>;
}
