// Horizontal bars on one money axis with a zero line. Positions are percent of the axis.
import type { Tick } from './chart-shape';

export interface BarRow {
  readonly key: string;
  readonly name: string;
  /** Second line below the name. */
  readonly note: string | null;
  readonly left: number;
  readonly width: number;
  readonly tone: 'up' | 'down' | 'flat';
  /** Amount as text. */
  readonly text: string;
  /** A second amount of the row, drawn as a thin line; null for none. */
  readonly marker: { readonly at: number; readonly text: string } | null;
}

export interface BarShape {
  /** Place of zero dollars. */
  readonly zero: number;
  readonly rows: readonly BarRow[];
  readonly ticks: readonly Tick[];
  /** One or two sentences that describe the bars. */
  readonly summary: string;
}
