import type { CommodityKey } from '../domain/commodity';

/** One row of the measured table. Percent per year, net of costs, on the capital used. */
export interface MeasuredRow {
  readonly mode: CommodityKey;
  readonly id: string;
  /** Fingerprint of the measured rule. */
  readonly rule: string;
  /** Closed positions over all simulations. */
  readonly trades: number;
  readonly medianPercent: number | null;
  /** 10th and 90th percentile over simulations. */
  readonly lowPercent: number | null;
  readonly highPercent: number | null;
  /** Annualized Sharpe ratio, mean over simulations. */
  readonly sharpe: number | null;
  /**
   * Deflated Sharpe ratio, 0 to 1: probability that the true Sharpe ratio exceeds the best expected
   * by chance among as many trials.
   */
  readonly deflatedSharpe: number | null;
  /** True for a positive median and a deflated Sharpe ratio of at least 0.95. */
  readonly hasEdge: boolean;
}
