/**
 * What a report is made from: plain figures, and a reason wherever one is missing.
 *
 * Money is mills, shares and returns are percent, moments are milliseconds since 1970 UTC.
 */

import type { BacktestRun } from '../../trading/backtest/tape';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { Instrument } from '../../trading/domain/instrument';
import type { EpochMs, Mills } from '../../trading/domain/units';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import type { PositionDto } from '../../contracts/api/book';

/** A figure, or why there is none, as a sentence without its full stop. */
export type OrReason<T> = { readonly value: T } | { readonly value: null; readonly reason: string };

/**
 * How a figure is written: `money` and `signed-money` are mills, `percent` and `signed-percent`
 * have two decimals, `ratio` has two,
 * `probability` is 0 to 1 with three, `duration` is milliseconds, `days` and `count` are plain.
 */
export type FigureKind =
  | 'money'
  | 'signed-money'
  | 'percent'
  | 'signed-percent'
  | 'ratio'
  | 'probability'
  | 'duration'
  | 'days'
  | 'count';

/** One line of a table of figures. */
export interface MetricRow {
  readonly name: string;
  readonly kind: FigureKind;
  readonly figure: OrReason<number>;
  /** How it is computed, one line. */
  readonly how: string;
}

export interface MetricGroup {
  readonly name: string;
  readonly rows: readonly MetricRow[];
}

/** Something said about a run under a name, such as how orders are filled. */
export interface Remark {
  readonly name: string;
  readonly text: string;
}

/** The returns of one year, percent of the equity at the end of the month before. */
export interface YearOfReturns {
  readonly year: number;
  /** Twelve places, January first; null where the run has no figure. */
  readonly months: readonly (number | null)[];
  readonly totalPercent: number | null;
}

/** What costs took: gross = net + fees + spread and slippage, exactly. */
export interface CostSplit {
  readonly grossMills: Mills;
  readonly feesMills: Mills;
  readonly frictionMills: Mills;
  readonly netMills: Mills;
}

/** The line of a book's worth, ascending in time. */
export interface CurvePoint {
  readonly atMs: EpochMs;
  readonly equityMills: Mills;
}

/** How far a result could be luck. */
export interface Doubt {
  /** Probability that the true Sharpe ratio is above zero, 0 to 1. */
  readonly probabilisticSharpe: OrReason<number>;
  /** The same above what the best of so many trials shows by luck alone. */
  readonly deflatedSharpe: OrReason<{ readonly probability: number; readonly trials: number }>;
  /** `of` names the figure; `level` is the share of intervals that hold the truth, percent. */
  readonly bootstrap: OrReason<{
    readonly of: string;
    readonly low: number;
    readonly high: number;
    readonly level: number;
  }>;
  /** Share of random entries with the same holding times that did at least as well. */
  readonly randomEntry: OrReason<{ readonly p: number; readonly draws: number }>;
  /**
   * Probability that the best configuration inside the sample is below the median outside of it.
   */
  readonly overfit: OrReason<{ readonly probability: number; readonly configurations: number }>;
  /**
   * Annual net return over worlds that the playbook had not seen: median, 10 % and 90 % point,
   * share of worlds that lost; percent.
   */
  readonly worlds: OrReason<{
    readonly count: number;
    readonly median: number;
    readonly low: number;
    readonly high: number;
    readonly losingShare: number;
  }>;
}

/** When, by what and in whose hours a report was made. */
export interface Making {
  readonly madeMs: EpochMs;
  readonly codeVersion: string;
  readonly timeZone: string;
}

export interface BacktestModel {
  readonly title: string;
  readonly making: Making;
  readonly playbook: Pick<
    PlaybookRow,
    'id' | 'name' | 'description' | 'riskLevel' | 'timeframe' | 'bar' | 'text'
  > & { readonly commodity: CommodityKey };
  readonly data: {
    readonly market: string;
    /** Where its prices come from: the seed of a simulated world, or files. */
    readonly source:
      | { readonly kind: 'simulated'; readonly seed: string }
      | { readonly kind: 'files'; readonly names: readonly string[] };
    /**
     * Digest of the bars and inputs, so that the same run can be recognised; null with a reason
     * where none was made.
     */
    readonly hash: OrReason<string>;
  };
  /** Fills, costs, rolls and whatever else was assumed. */
  readonly method: readonly Remark[];
  /** What the run leaves out, each a sentence. */
  readonly notModelled: readonly string[];
  readonly run: BacktestRun;
  /** Every instrument that a trade of the run names. */
  readonly instruments: readonly Instrument[];
  readonly metrics: readonly MetricGroup[];
  readonly years: readonly YearOfReturns[];
  /** Falls, value at risk, excursions. */
  readonly risk: readonly MetricRow[];
  readonly doubt: Doubt;
}

export interface PortfolioModel {
  readonly making: Making;
  readonly owner: string;
  /** The trading mode, such as paper, and the market whose prices it trades. */
  readonly mode: string;
  readonly market: string;
  /** What the figures count from, such as `since the last reset`. */
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
  /** Newest first; the report shows twenty. */
  readonly closed: readonly PositionDto[];
  /** All that ever closed in this epoch. */
  readonly closedCount: number;
  readonly statistics: readonly MetricGroup[];
  readonly curve: readonly CurvePoint[];
  readonly costs: CostSplit;
  /** What each closed position left after fees. */
  readonly resultsMills: readonly Mills[];
}
