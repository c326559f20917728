// Types of the what-if page: effect of an order that is not sent. Dollars, losses >= 0; a null
// value has its reason beside it.
import type { CommodityKey } from '../trading/domain/commodity';
import type { SensitivityDto, StressDto } from './risk';

export interface WhatIfRequest {
  readonly commodity: CommodityKey;
  readonly chain: string;
  readonly side: 'BUY' | 'SELL';
  readonly size: string;
  readonly playbook: string;
}

export interface TailRiskDto {
  readonly var95: number;
  readonly var99: number;
  readonly es975: number;
}

export interface WhatIfDto {
  readonly contract: string;
  readonly price: string;
  readonly priceUnit: string;
  readonly sizeText: string;
  readonly physical: string;
  readonly notional: number;
  readonly collateral: number;
  readonly availableCash: number;
  /** Pre-trade check failures; empty if the order passes. */
  readonly refusals: readonly string[];
  readonly limits: readonly {
    readonly name: string;
    readonly used: number;
    readonly added: number;
    readonly allowed: number;
  }[];
  readonly costs: {
    readonly fees: number;
    readonly spread: number;
    readonly slippage: number;
    readonly total: number;
  };
  /** Price of the playbook's stop; null without one. */
  readonly stop: string | null;
  readonly stopLoss: number | null;
  readonly risk: {
    readonly without: TailRiskDto;
    readonly with: TailRiskDto;
    /** Component VaR of the order. */ readonly part95: number;
    readonly part99: number;
  } | null;
  readonly riskReason: string | null;
  /** Stress tests now and on the worst date, without and with the order. */
  readonly stresses: readonly { readonly without: StressDto; readonly with: StressDto }[];
  readonly stressReason: string | null;
  /** Sensitivities of the order alone; empty with a reason before the first calculation. */
  readonly sensitivities: readonly SensitivityDto[];
  readonly sensitivityReason: string | null;
  /** Worst five consecutive trading days in the history, for the order alone. */
  readonly worstWeek: {
    readonly profit: number;
    readonly daysAgo: number;
    readonly days: number;
  } | null;
  readonly asOf: string;
}
