// Types of the portfolio page: live figures, history and display texts.
import type { DeskDto, ToastMessage } from './messages';

import type { ChartShape } from './chart-shape';
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

export interface PortfolioHistory {
  readonly performance: Performance;
  readonly chart: ChartShape;
}

export interface PortfolioPageProps {
  readonly desk: DeskDto;
  /** Null if the stored valuations could not be read. */
  readonly past: PortfolioHistory | null;
  readonly closed: readonly ClosedRow[];
  readonly twins: AttributionDto;
  /** Time zone of all displayed times. */
  readonly timeZone: string;
}
