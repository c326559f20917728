// A chart as it is drawn: places in percent of its frame, and the words at them. Where they come
// from is not its business.
export interface Tick {
  /** Percent from the left or from the top. */
  readonly at: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Shown where there is little room too. */
  readonly isMain: boolean;
}

/** A value that can be pointed at, and a row of the chart's table. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  /** The stretch of the frame that points at it. */
  readonly left: number;
  readonly width: number;
  readonly iso: string;
  readonly when: string;
  readonly value: string;
}

/** What was bought or sold about one moment, at its place on the line. */
export interface FillMark {
  readonly x: number;
  readonly y: number;
  /** Which of the drawn points it stands nearest before. */
  readonly point: number;
  readonly side: 'BUY' | 'SELL';
  readonly fills: readonly { readonly iso: string; readonly when: string; readonly text: string }[];
}

/** Milliseconds since 1970 and dollars. */
export type ChartValue = readonly [atMs: number, value: number];

export interface ChartShape {
  /** A path in a frame of so many units, stretched to whatever room there is. */
  readonly line: string;
  readonly width: number;
  readonly height: number;
  /** True when there is but one value, and the line says no more than its level. */
  readonly isLevel: boolean;
  readonly tone: 'up' | 'down';
  readonly yTicks: readonly Tick[];
  readonly xTicks: readonly Tick[];
  readonly marks: readonly Mark[];
  readonly fillMarks: readonly FillMark[];
  /** The points of the line as figures, for who draws it anew. */
  readonly points: readonly ChartValue[];
  /** In which its times are told. */
  readonly timeZone: string;
  /** How many values the marks were chosen from. */
  readonly valueCount: number;
  /** The chart in a sentence or two. */
  readonly summary: string;
}
