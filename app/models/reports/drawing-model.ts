/** What a drawing is made from. */

/** A curve over the panel; points with a value that is no number interrupt it. */
export interface Curve {
  /** Its name beside the others; the empty text for none. */
  readonly label: string;
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  readonly isDashed?: boolean;
  /** Lower edge: with it the space between is filled, and `ys` is the upper one. */
  readonly lows?: ArrayLike<number>;
  /** Place of its color, 0 to 3; its own place in the panel when absent. */
  readonly color?: number;
}

/** A column from zero to its height. */
export interface DrawingBar {
  readonly from: number;
  readonly to: number;
  readonly height: number;
  readonly tone: 'up' | 'down' | 'flat';
}

/** One frame with an axis of its own on each side. */
export interface Panel {
  readonly title: string;
  readonly yLabel: string;
  readonly curves: readonly Curve[];
  /** Values at which a thin line runs across, such as a limit. */
  readonly levels?: readonly number[];
  readonly bars?: readonly DrawingBar[];
  /** How a value beside the axis is written; plain numbers when absent. */
  readonly yText?: (value: number) => string;
  /** Lower than the others. */
  readonly isShort?: boolean;
}

export interface Drawing {
  readonly title: string;
  /** What is to be seen, for who cannot see it. */
  readonly text: string;
  readonly xLabel: string;
  /** `date`: values of x are milliseconds UTC. */
  readonly xKind: 'date' | 'number';
  readonly panels: readonly Panel[];
  /** How a value below the axis is written; by its kind when absent. */
  readonly xText?: (value: number) => string;
  /** Words at places of their own below the axis, in the stead of round values. */
  readonly xMarks?: readonly { readonly at: number; readonly text: string }[];
}
