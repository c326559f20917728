// Result of a backtest: trades and equity.
import type { EpochMs, Lots, Mills, Ticks } from '../domain/units';

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
