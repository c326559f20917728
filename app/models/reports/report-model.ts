/**
 * Report models. Money in mills, fractions and returns in percent, times in ms since 1970 UTC.
 * Missing figures carry a reason.
 */

import type { BacktestRun } from '../../trading/backtest/backtest-run';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { Instrument } from '../../trading/domain/instrument';
import type { EpochMs, Mills } from '../../trading/domain/units';
import type { SharpeHurdle } from '../../trading/portfolio/statistics/deflated-sharpe';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import type { PositionDto } from '../../contracts/api/book';
import type { BacktestYear } from '../../contracts/backtest-view';

/** A value, or the reason why it is missing, without a full stop. */
export type OrReason<T> = { readonly value: T } | { readonly value: null; readonly reason: string };

/**
 * Display format: money kinds take mills, percent kinds show two decimals, ratio two, probability
 * (0 to 1) three, basis-points one with a sign, duration takes ms.
 */
export type FigureKind =
  | 'money'
  | 'signed-money'
  | 'percent'
  | 'signed-percent'
  | 'ratio'
  | 'probability'
  | 'basis-points'
  | 'duration'
  | 'days'
  | 'count';

export interface MetricRow {
  readonly name: string;
  readonly kind: FigureKind;
  readonly figure: OrReason<number>;
  /** Formula in one line. */
  readonly how: string;
}

export interface MetricGroup {
  readonly name: string;
  readonly rows: readonly MetricRow[];
}

/** A named remark, such as how orders are filled. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** gross = net + fees + friction (spread and slippage), exactly. */
export interface CostSplit {
  readonly grossMills: Mills;
  readonly feesMills: Mills;
  readonly frictionMills: Mills;
  readonly netMills: Mills;
}

/** Equity curve, ascending in time. */
export interface CurvePoint {
  readonly atMs: EpochMs;
  readonly equityMills: Mills;
}

/** Results of the overfitting tests. */
export interface OverfittingTests {
  /** Probability that the true Sharpe ratio is above zero, 0 to 1. */
  readonly probabilisticSharpe: OrReason<number>;
  /** Probability that the Sharpe ratio exceeds the best of as many random trials. */
  readonly deflatedSharpe: OrReason<SharpeHurdle>;
  /** `of` names the statistic; `level` is the confidence level in percent. */
  readonly bootstrap: OrReason<{
    readonly of: string;
    readonly low: number;
    readonly high: number;
    readonly level: number;
  }>;
  /** p-value: fraction of random entries with equal holding times that did at least as well. */
  readonly randomEntry: OrReason<{ readonly p: number; readonly draws: number }>;
  /** Probability that the best in-sample configuration is below the out-of-sample median. */
  readonly overfit: OrReason<{ readonly probability: number; readonly configurations: number }>;
  /**
   * Annual net return over out-of-sample paths: median, 10th and 90th percentile, losing fraction;
   * percent.
   */
  readonly worlds: OrReason<{
    readonly count: number;
    readonly median: number;
    readonly low: number;
    readonly high: number;
    readonly losingShare: number;
  }>;
}

/** Simple returns of a strategy on the account, percent a year, one per simulation. */
export interface MeasuredReturns {
  readonly percents: readonly number[];
  /** Length of each simulation. */
  readonly years: number;
}

/** Creation time, code version and time zone of a report. */
export interface ReportOrigin {
  readonly createdMs: EpochMs;
  readonly codeVersion: string;
  readonly timeZone: string;
}

export interface BacktestModel {
  readonly title: string;
  readonly origin: ReportOrigin;
  readonly playbook: Pick<
    PlaybookRow,
    'id' | 'name' | 'description' | 'riskLevel' | 'timeframe' | 'bar' | 'text'
  > & { readonly commodity: CommodityKey };
  readonly data: {
    readonly market: string;
    /** Data source: simulation seed or files. */
    readonly source:
      | { readonly kind: 'simulated'; readonly seed: string }
      | { readonly kind: 'files'; readonly names: readonly string[] };
    /** Digest of bars and inputs, to identify the run; or the reason why there is none. */
    readonly hash: OrReason<string>;
  };
  /** Assumptions: fills, costs, rolls. */
  readonly method: readonly NamedText[];
  /** Effects not modeled, one sentence each. */
  readonly omissions: readonly string[];
  readonly run: BacktestRun;
  /** All instruments traded in the run. */
  readonly instruments: readonly Instrument[];
  readonly metrics: readonly MetricGroup[];
  readonly years: readonly BacktestYear[];
  /** Drawdown, VaR, excursions. */
  readonly risk: readonly MetricRow[];
  readonly overfitting: OverfittingTests;
  /** Track record of the strategy in other simulations. */
  readonly record: OrReason<MeasuredReturns>;
}

export interface PortfolioModel {
  readonly origin: ReportOrigin;
  readonly owner: string;
  /** Trading mode and the market of its prices. */
  readonly mode: string;
  readonly market: string;
  /** Start of the account period, such as `since the last reset`. */
  readonly since: string;
  readonly asOfMs: EpochMs;
  readonly asOfSeq: number;
  /** Whole cents. */
  readonly initialMills: Mills;
  readonly totalMills: Mills;
  readonly balanceMills: Mills;
  readonly availableMills: Mills;
  readonly unrealisedMills: Mills;
  readonly open: readonly PositionDto[];
  /** Newest first; the report shows 20. */
  readonly closed: readonly PositionDto[];
  /** Number of positions closed in the account period. */
  readonly closedCount: number;
  readonly statistics: readonly MetricGroup[];
  readonly curve: readonly CurvePoint[];
  readonly costs: CostSplit;
  /** Result of each closed position after fees. */
  readonly resultsMills: readonly Mills[];
}
