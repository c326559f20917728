import type { CommodityKey } from './commodity';

/** One figure of a report. surprise x priceSign > 0 is bullish. */
export interface ReportFigure {
  readonly commodity: CommodityKey;
  /** E.g. `working gas, weekly change`. */
  readonly name: string;
  readonly unit: string;
  readonly consensus: number;
  readonly actual: number;
  /** (actual - consensus) / standard deviation of past surprises. */
  readonly surprise: number;
  /** +1 when a higher figure raises the price, -1 when it lowers it. */
  readonly priceSign: 1 | -1;
}
