// Data of the curve page.
import type { CalendarStripDto } from './calendar-page';
import type { CurveDto } from './api/curve';
import type { Tick } from './chart-shape';
import type { SeriesShape } from './series-shape';

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

/** Positions of groups of traders in the futures of a market, in contracts. */
export interface TraderPositionsDto {
  readonly source: string;
  /** Publication time of the newest report; null before the first. */
  readonly asOf: string | null;
  /** Time of the market when the page was built. */
  readonly nowMs: number;
  /** Day of the positions, YYYY-MM-DD; null before the first report. */
  readonly day: string | null;
  readonly groups: readonly {
    readonly name: string;
    /** Long minus short; false for open interest, which has no side. */
    readonly isNet: boolean;
    readonly contracts: number;
    /** Against the week before; null without one. */
    readonly change: number | null;
  }[];
  /** Null with fewer than two weeks. */
  readonly chart: SeriesShape | null;
}

export interface CurvePageDto {
  readonly curve: CurveDto;
  /** Contango or backwardation in one sentence with its figure. */
  readonly sentence: string;
  /** Null with fewer than two prices. */
  readonly chart: CurveChartDto | null;
  /** The next events of the commodity. */
  readonly strip: CalendarStripDto;
  /** Null where no source publishes positions. */
  readonly positions: TraderPositionsDto | null;
  readonly timeZone: string;
}
