// Value at risk and its backtest. Dollars; a null value has its reason beside it.
import type { CommodityKey } from '../trading/domain/commodity';

export const RISK_GROUP_NAMES = {
  electricity: 'Electricity',
  naturalGas: 'Natural gas',
  agricultural: 'Agricultural',
  oil: 'Oil',
} as const;
export type RiskGroupName = keyof typeof RISK_GROUP_NAMES;

/** VaR and expected shortfall over one and five days, all >= 0. */
export interface TailDto {
  readonly var95: number;
  readonly var99: number;
  readonly es975: number;
  readonly fiveDayVar95: number;
  readonly fiveDayVar99: number;
  readonly fiveDayEs975: number;
}

/** Component VaR of one position; the rows sum to the total to the cent. */
export interface ComponentDto {
  readonly id: string;
  readonly commodity: CommodityKey;
  readonly contract: string;
  readonly direction: 'LONG' | 'SHORT';
  readonly var95: number;
  readonly var99: number;
}

export interface VarTestDto {
  /** VaR confidence level: 95 or 99. */
  readonly percent: number;
  readonly days: number;
  readonly exceptions: number;
  readonly expected: number;
  readonly band: { readonly low: number; readonly high: number };
  readonly kupiec: number | null;
  readonly independence: number | null;
  readonly coverage: number | null;
  readonly light: 'green' | 'yellow' | 'red';
}

export interface VarDto {
  readonly total: TailDto;
  readonly groups: Readonly<Record<RiskGroupName, TailDto>>;
  readonly components: readonly ComponentDto[];
  readonly scenarios: number;
  readonly days: number;
  /** 1-day standard deviation of P&L. */
  readonly sigma: number;
}
