// Charts and trades of a finished backtest: as stored with its result, and as drawn on its page.
import type { BacktestResultDto } from './api/backtest';
import { MONTH_NAMES } from '../trading/domain/time';
import type { Tick } from './chart-shape';
import type { SeriesShape } from './series-shape';

/** Returns of one year, percent of equity at the end of the previous month. */
export interface BacktestYear {
  readonly year: number;
  /** Twelve values, January first; null without data. */
  readonly months: readonly (number | null)[];
  readonly totalPercent: number | null;
}

/** Columns of a table of returns by month. */
export const MONTH_COLUMNS = [...MONTH_NAMES, 'Full year'] as const;

export interface MonthCell {
  readonly text: string;
  readonly sign: 'plus' | 'minus' | 'flat';
  /** Color strength: 0 none, 3 strongest. */
  readonly level: 0 | 1 | 2 | 3;
}

export interface MonthRow {
  readonly year: number;
  /** One per column. */
  readonly cells: readonly MonthCell[];
}

/** One closed position; the legs of a spread and the months of a rolled position are one. */
export interface BacktestTradeDto {
  /** In order of entry, from 1. */
  readonly number: number;
  readonly contracts: string;
  readonly side: 'LONG' | 'SHORT' | 'SPREAD';
  readonly size: string;
  readonly enteredMs: number;
  readonly exitedMs: number;
  /** Price texts; null for a spread. */
  readonly entry: string | null;
  readonly exit: string | null;
  readonly cause: string;
  /** Dollars after costs. */
  readonly result: number;
  /** Dollars of fees, spread and slippage. */
  readonly costs: number;
}

export interface BacktestDetails {
  /** Milliseconds and dollars, thinned to minimum and maximum of equal intervals. */
  readonly equity: readonly (readonly [atMs: number, dollars: number])[];
  /** Milliseconds and percent of the peak, zero or below; thinned. */
  readonly drawdown: readonly (readonly [atMs: number, percent: number])[];
  readonly years: readonly BacktestYear[];
  /** The newest ones, newest first. */
  readonly trades: readonly BacktestTradeDto[];
}

/** Older results have no details. */
export type StoredBacktestResult = BacktestResultDto & { readonly details?: BacktestDetails };

/** Equity of the simulations that measured a strategy: one straight line from start to end each. */
export interface FanShape {
  readonly width: number;
  readonly height: number;
  /** One path per simulation. */
  readonly lines: readonly string[];
  /** Equity of the run itself; null without a stored curve. */
  readonly own: string | null;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly summary: string;
  readonly rows: readonly { readonly percent: number; readonly endDollars: number }[];
  readonly years: number;
}

export interface BacktestViewDto {
  /** Null for a result without details. */
  readonly details:
    | (Pick<BacktestDetails, 'trades'> & {
        readonly months: readonly MonthRow[];
        readonly equity: SeriesShape | null;
        readonly drawdown: SeriesShape | null;
      })
    | null;
  readonly fan: FanShape | null;
  /** Why there is no fan; null if there is one. */
  readonly fanReason: string | null;
}
