// The candle chart of a contract, and the page of a contract.
import type { ContractChartData } from './contract-chart-data';

export interface ChartLink {
  readonly text: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

export interface ContractChartDto {
  readonly contract: string;
  /** Such as `Natural Gas Futures NGF27`. */
  readonly title: string;
  /** Page of the contract. */
  readonly href: string;
  readonly priceUnit: string;
  readonly ranges: readonly ChartLink[];
  /** Such as `hourly bars`. */
  readonly barName: string;
  /** One or two sentences that describe the chart. */
  readonly summary: string;
  /** What is missing, e.g. that older bars are loading; null if nothing is. */
  readonly note: string | null;
  /** Null without any bar; `note` has the reason. */
  readonly data: ContractChartData | null;
  /** Address of the same bars as data. */
  readonly barsHref: string;
}

/** The page of a contract. */
export interface ContractPageDto {
  readonly chart: ContractChartDto;
  readonly last: string;
  readonly change: { readonly amount: number; readonly text: string } | null;
  readonly quoteNote: string;
  readonly call: { readonly text: string; readonly note: string } | null;
  readonly position: {
    readonly text: string;
    /** Share of one exchange contract. */
    readonly fraction: string;
    readonly pnl: string;
    readonly href: string;
  } | null;
  readonly commodities: readonly ChartLink[];
  readonly months: readonly ChartLink[];
}
