import type { Chain } from './chains';

/** One futures chain. Arrays are by business day; NaN for missing values. */
export interface ChainStudy {
  readonly chain: Chain;
  /** Close of the front contract, quoted units. */
  readonly closes: Float64Array;
  /**
   * Log return of the front contract since the previous close; never spans a roll, unless
   * `isRolled` is false.
   */
  readonly returns: Float64Array;
  /** False for published front-month series, whose returns include rolls. */
  readonly isRolled: boolean;
  /** Log returns by maturity month in `MATURITIES`; empty without a curve. */
  readonly generic: ReadonlyMap<number, Float64Array>;
  readonly curve: CurveStudy | null;
}

/** Prices of the first months of a chain with all months listed. */
export interface CurveStudy {
  /** `CURVE_MONTHS` prices per day. */
  readonly prices: Float64Array;
  /** Delivery month of the first price by day, 0 = January. */
  readonly firstMonth: Int8Array;
}
