/** Shape of a network (widths and heads), its weights and its data. */

/**
 * Training objective of an output. `target` is an index into the row's targets; a NaN target
 * excludes the head from the row's loss.
 */
export type Head =
  /** Logit of a probability; target 0 to 1, soft labels allowed. */
  | { readonly kind: 'bce'; readonly name: string; readonly target: number }
  /**
   * `mse`, `huber`: a value of order one (targets are not scaled). `qlike`: output and target are
   * natural logs of a positive volatility.
   */
  | { readonly kind: 'mse' | 'huber' | 'qlike'; readonly name: string; readonly target: number }
  /** A quantile of a value of order one, 0 < quantile < 1. */
  | {
      readonly kind: 'pinball';
      readonly name: string;
      readonly target: number;
      readonly quantile: number;
    };

/**
 * inputs -> hidden[0] tanh -> hidden[1] tanh -> one output per head, plus a linear skip from every
 * input to every output. Hidden widths [0, 0] leave only the skip: a linear or logistic regression.
 */
export interface NetworkShape {
  /** Scaled inputs including missing flags. */
  readonly inputs: number;
  readonly hidden: readonly [number, number];
  readonly heads: readonly Head[];
}

/** Rows in row-major order. Raw features may be NaN; scaled training data may not. */
export interface Dataset {
  readonly rows: number;
  readonly inputs: number;
  readonly targets: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** All weights of a network in one array, laid out by `getWeightOffsets`. */
export type Weights = Float64Array;
