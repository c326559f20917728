// Types of the portfolio page: live figures, history and display texts.
import type { DeskDto, ToastMessage } from './messages';

import type { BarShape } from './bar-shape';
import type { ChartShape, Mark, Tick } from './chart-shape';
import type { PerformanceDto } from './api/book';
import type { AttributionDto } from './api/attribution';

/** The history is in the chart. */
export type Performance = Omit<PerformanceDto, 'history'>;

/** Toasts of the report export, used by client and server. */
export const EXPORT_SUCCEEDED: ToastMessage = {
  title: 'Professional Report Exported',
  description: 'The report was downloaded as a file.',
  variant: 'success',
};
export const EXPORT_FAILED: ToastMessage = {
  title: 'Export Failed',
  description: 'Unable to export the report. Please try again.',
  variant: 'destructive',
};

export const PERFORMANCE_FAILED = 'Failed to fetch performance data';
export const PARTS_FAILED = 'Failed to read positions and daily results';

/** Start of an account period as text. */
export const formatPeriodStart = (epoch: number): string =>
  epoch === 1 ? 'since the account began' : 'since the last reset';

export interface ClosedRow {
  readonly id: string;
  readonly name: string;
  readonly contract: string;
  readonly direction: 'LONG' | 'SHORT';
  readonly size: string;
  readonly entry: string;
  readonly exit: string;
  readonly pnl: string;
  readonly percent: string;
  readonly fees: string;
  readonly tone: 'up' | 'down' | 'flat';
  readonly closed: { readonly iso: string; readonly text: string };
}

/** Decline from peak equity, drawn below the equity chart on the same time axis. */
export interface DrawdownShape {
  /** SVG path in a frame of `width` x `height` units, stretched to fit. */
  readonly area: string;
  readonly width: number;
  readonly height: number;
  readonly yTicks: readonly Tick[];
  readonly marks: readonly Mark[];
  readonly summary: string;
  /** How close together the valuations are. */
  readonly note: string;
}

/** Largest decline from peak equity of the account period. */
export interface MaxDrawdown {
  /** Dollars and percent of the peak; at or below zero. */
  readonly value: number;
  readonly percent: number;
  /** Time of the low; null without a decline. */
  readonly at: string | null;
}

export interface PortfolioHistory {
  readonly performance: Performance;
  readonly chart: ChartShape;
  readonly drawdown: DrawdownShape;
  readonly maxDrawdown: MaxDrawdown;
}

/** P&L of one commodity or strategy, dollars after fees. */
export interface ProfitRow {
  readonly key: string;
  readonly name: string;
  readonly realized: number;
  readonly unrealized: number;
  readonly total: number;
  readonly closed: number;
  readonly open: number;
}

/** Rows sum to the totals to the cent. */
export interface ProfitTable {
  readonly rows: readonly ProfitRow[];
  readonly realized: number;
  readonly unrealized: number;
  readonly total: number;
  /** Positions of all rows. */
  readonly closed: number;
  readonly open: number;
  readonly chart: BarShape;
}

export interface DayCell {
  readonly day: string;
  /** Dollars; null for a day without a valuation. */
  readonly profit: number | null;
  /** Color strength: 0 none, 4 strongest. */
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly isToday: boolean;
}

/** Days of the account period. The profits of `weeks` and `earlier` sum to the total P&L. */
export interface DayCalendar {
  /** Monday to Sunday; null outside the account period. */
  readonly weeks: readonly (readonly (DayCell | null)[])[];
  /** Days before the first shown week, oldest last. */
  readonly earlier: readonly DayCell[];
  /** Dollars of all days. */
  readonly total: number;
  readonly zone: string;
  readonly summary: string;
}

/** Parts of the account balance, largest first; they sum to the balance. */
export interface Allocation {
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly value: number;
    readonly percent: number | null;
  }[];
  readonly balance: number;
  readonly chart: BarShape;
}

/** Where the P&L comes from and where the money is, at the sequence number of the page. */
export interface PortfolioParts {
  readonly byCommodity: ProfitTable;
  readonly byStrategy: ProfitTable;
  readonly calendar: DayCalendar;
  readonly allocation: Allocation;
}

export interface PortfolioPageProps {
  readonly desk: DeskDto;
  /** Null if the stored valuations could not be read. */
  readonly past: PortfolioHistory | null;
  /** Null if the stored positions or valuations could not be read. */
  readonly parts: PortfolioParts | null;
  readonly closed: readonly ClosedRow[];
  readonly twins: AttributionDto;
  /** Time zone of all displayed times. */
  readonly timeZone: string;
}
