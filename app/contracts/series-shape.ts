// Several lines in one frame, with a band behind them: paths in units of the frame, words at
// percents of it.
import type { Tick } from './chart-shape';

export interface SeriesLine {
  readonly name: string;
  /** The figure itself, or what it is measured against. */
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
  /** The chart in a sentence or two. */
  readonly summary: string;
}
