// Geometry and labels of a line chart. Positions are percent of the frame.
export interface Tick {
  /** Percent from the left or from the top. */
  readonly at: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Also shown on narrow screens. */
  readonly isMain: boolean;
}

/** A hover target on the line, and a row of the chart's table. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  /** Hover area, percent of the frame width. */
  readonly left: number;
  readonly width: number;
  readonly iso: string;
  readonly when: string;
  readonly value: string;
}

/** Fills at about the same time, drawn as one marker on the line. */
export interface FillMark {
  readonly x: number;
  readonly y: number;
  /** Index of the last drawn point before the fill. */
  readonly point: number;
  readonly side: 'BUY' | 'SELL';
  readonly fills: readonly { readonly iso: string; readonly when: string; readonly text: string }[];
}

/** Milliseconds since 1970 and dollars. */
export type ChartValue = readonly [atMs: number, value: number];

export interface ChartShape {
  /** SVG path in a frame of `width` x `height` units, stretched to fit. */
  readonly line: string;
  readonly width: number;
  readonly height: number;
  /** True when there is only one value; the line then shows its level. */
  readonly isLevel: boolean;
  readonly tone: 'up' | 'down';
  readonly yTicks: readonly Tick[];
  readonly xTicks: readonly Tick[];
  readonly marks: readonly Mark[];
  readonly fillMarks: readonly FillMark[];
  /** Points of the line as numbers, for redrawing in the browser. */
  readonly points: readonly ChartValue[];
  /** Time zone of all displayed times. */
  readonly timeZone: string;
  /** Number of values before thinning to `marks`. */
  readonly valueCount: number;
  /** One or two sentences that describe the chart. */
  readonly summary: string;
}
