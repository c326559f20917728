/** Model of a drawing. */

/** A curve; non-finite values leave a gap. */
export interface Curve {
  /** Legend label; empty for none. */
  readonly label: string;
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  readonly isDashed?: boolean;
  /** Lower edge of a band; `ys` is then the upper edge. */
  readonly lows?: ArrayLike<number>;
  /** Color index 0 to 3; default is the index of the curve. */
  readonly color?: number;
}

/** A bar from zero to `height`. */
export interface DrawingBar {
  readonly from: number;
  readonly to: number;
  readonly height: number;
  readonly tone: 'up' | 'down' | 'flat';
}

/** One frame with its own axes. */
export interface Panel {
  readonly title: string;
  readonly yLabel: string;
  readonly curves: readonly Curve[];
  /** Values of horizontal reference lines. */
  readonly levels?: readonly number[];
  readonly bars?: readonly DrawingBar[];
  /** Format of y labels; default plain numbers. */
  readonly yText?: (value: number) => string;
  /** Uses the small panel height. */
  readonly isShort?: boolean;
}

export interface Drawing {
  readonly title: string;
  /** Text alternative. */
  readonly text: string;
  readonly xLabel: string;
  /** `date`: values of x are milliseconds since 1970. */
  readonly xKind: 'date' | 'number';
  /** Zone of the dates and times on the x axis; default UTC. */
  readonly timeZone?: string;
  readonly panels: readonly Panel[];
  /** Format of x labels; default by `xKind`. */
  readonly xText?: (value: number) => string;
  /** Explicit x labels instead of round values. */
  readonly xMarks?: readonly { readonly at: number; readonly text: string }[];
}
