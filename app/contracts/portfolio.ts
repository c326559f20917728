// What the portfolio page gets: live figures, the past as it was loaded, and texts of what is over.
import type { DeskDto, ToastMessage } from './messages';

import type { ChartShape } from './chart-shape';
import type { PerformanceDto } from './api/book';
import type { ShadowsDto } from './api/twins';

/** Without its history, which is in the chart already. */
export type Performance = Omit<PerformanceDto, 'history'>;

/**
 * What the export of the report says, whoever notices how it went: the page's script or the server.
 */
export const EXPORTED: ToastMessage = {
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

/** What an epoch counts from. */
export const sinceWords = (epoch: number): string =>
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

export interface PortfolioPast {
  readonly performance: Performance;
  readonly chart: ChartShape;
}

export interface PortfolioPageProps {
  readonly desk: DeskDto;
  /** Null where the stored valuations could not be read. */
  readonly past: PortfolioPast | null;
  readonly closed: readonly ClosedRow[];
  readonly twins: ShadowsDto;
  /** In which its times are told. */
  readonly timeZone: string;
}
