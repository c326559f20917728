/** Scheduled reports: dates are known in advance, figures at publication. */
import type { ReportFigure } from '../domain/report-figure';
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';

export const REPORT_KINDS = [
  'EIA gas storage',
  'EIA petroleum',
  'crop report',
  'OPEC meeting',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** A scheduled report. */
export interface ReportDate {
  /** Unique, e.g. `EIA gas storage/2026-11-19`. */
  readonly id: string;
  readonly kind: ReportKind;
  readonly atMs: EpochMs;
  readonly commodities: readonly CommodityKey[];
}

export interface PublishedReport extends ReportDate {
  readonly figures: readonly ReportFigure[];
}
