// Geometry of a chart with several lines and a band. Paths in frame units, labels in percent.
import type { Tick } from './chart-shape';

export interface SeriesLine {
  readonly name: string;
  /** The series itself, or its reference. */
  readonly look: 'main' | 'norm';
  readonly path: string;
}

export interface SeriesShape {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly SeriesLine[];
  readonly band: { readonly name: string; readonly path: string } | null;
  readonly yTicks: readonly Tick[];
  readonly xTicks: readonly Tick[];
  /** One or two sentences that describe the chart. */
  readonly summary: string;
}
