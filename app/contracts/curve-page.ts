// Data of the curve page.
import type { CalendarStripDto } from './calendar-page';
import type { CurveDto } from './api/curve';
import type { Tick } from './chart-shape';

export interface CurveLineDto {
  readonly key: 'today' | 'week' | 'year';
  /** Name with the date. */
  readonly name: string;
  /** SVG path in a frame of `width` x `height` units, stretched to fit. */
  readonly path: string;
  /** Points in percent of the frame. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly text: string }[];
}

export interface CurveChartDto {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly CurveLineDto[];
  readonly yTicks: readonly Tick[];
  readonly xTicks: readonly Tick[];
  /** Percent from the top; null when zero is outside the frame. */
  readonly zeroAt: number | null;
  readonly summary: string;
}

export interface CurvePageDto {
  readonly curve: CurveDto;
  /** Contango or backwardation in one sentence with its figure. */
  readonly sentence: string;
  /** Null with fewer than two prices. */
  readonly chart: CurveChartDto | null;
  /** The next events of the commodity. */
  readonly strip: CalendarStripDto;
  readonly timeZone: string;
}
