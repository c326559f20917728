// What an order would do, before it exists; dollars, losses >= 0, null where there is none and then
// a sentence says why.
import type { CommodityKey } from '../trading/domain/commodity';
import type { SensitivityDto, StressDto } from './risk';

export interface WhatIfRequest {
  readonly commodity: CommodityKey;
  readonly chain: string;
  readonly side: 'BUY' | 'SELL';
  readonly size: string;
  readonly playbook: string;
}

export interface RiskBesideDto {
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
  /** What the gate has against it, sentence by sentence; empty when it would pass. */
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
  /** Price of the stop that the playbook would place; null without one. */
  readonly stop: string | null;
  readonly stopLoss: number | null;
  readonly risk: {
    readonly without: RiskBesideDto;
    readonly with: RiskBesideDto;
    /** The order's own part of the new total. */ readonly part95: number;
    readonly part99: number;
  } | null;
  readonly riskReason: string | null;
  /** Shocks set today and at their worst: the book without the order and with it. */
  readonly stresses: readonly { readonly without: StressDto; readonly with: StressDto }[];
  readonly stressReason: string | null;
  /** Of the order by itself; empty while nothing has been read, and then a sentence says why. */
  readonly sensitivities: readonly SensitivityDto[];
  readonly sensitivityReason: string | null;
  /** The worst five trading days of the past for the order by itself. */
  readonly worstWeek: {
    readonly profit: number;
    readonly daysAgo: number;
    readonly days: number;
  } | null;
  readonly asOf: string;
}
