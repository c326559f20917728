// Geometry of the VaR backtest: daily P&L of the current positions against the VaR before each day.
import type { Tick } from './chart-shape';

export interface VarExceedance {
  /** Percent of the frame. */
  readonly x: number;
  readonly y: number;
  /** VaR level that the loss exceeded: 95 or 99, the higher of both. */
  readonly percent: number;
  /** Trading days before the newest day, 0 for the newest. */
  readonly daysAgo: number;
  /** Dollars; a loss is negative, VaR is at least zero. */
  readonly profit: number;
  readonly var95: number;
  readonly var99: number;
}

export interface VarHistory {
  readonly width: number;
  readonly height: number;
  readonly days: number;
  /** One vertical line per day from zero to its P&L. */
  readonly profits: string;
  /** VaR as a loss, so below zero. */
  readonly var95: string;
  readonly var99: string;
  readonly yTicks: readonly Tick[];
  readonly xTicks: readonly Tick[];
  /** Place of zero dollars, percent from the top. */
  readonly zero: number;
  readonly exceedances: readonly VarExceedance[];
  readonly summary: string;
}
