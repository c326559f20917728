import type { CommodityKey } from './commodity';

/** One figure of a report. A rise of the price follows a surprise with the sign `priceSign`. */
export interface ReportFigure {
  readonly commodity: CommodityKey;
  /** E.g. `working gas, weekly change`. */
  readonly name: string;
  readonly unit: string;
  readonly consensus: number;
  readonly actual: number;
  /** Actual less consensus in standard deviations of past surprises. */
  readonly surprise: number;
  /** +1 when more than expected raises the price, -1 when it lowers it. */
  readonly priceSign: 1 | -1;
}
