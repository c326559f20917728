// Types of the what-if page: effect of an order that is not sent. Dollars, losses >= 0; a null
// value has its reason beside it.
import type { CommodityKey } from '../trading/domain/commodity';
import type { Tick } from './chart-shape';
import type { StressDto } from './risk';
import type { SensitivityDto } from './sensitivities';

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

/** A limit before and after the order; dollars. */
export interface LimitGauge {
  readonly key: 'var' | 'margin' | 'gross' | 'commodity';
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly allowed: number;
  readonly limitName: string;
}

/** P&L of the order by price, from its stop to its target; before costs. */
export interface PayoffShape {
  readonly width: number;
  readonly height: number;
  readonly line: string;
  /** Areas between the line and zero: below and above it. */
  readonly loss: string;
  readonly gain: string;
  /** Percent from the top. */
  readonly zero: number;
  readonly marks: readonly {
    readonly name: 'Stop' | 'Entry' | 'Target';
    /** Percent of the frame. */
    readonly x: number;
    readonly y: number;
    readonly price: string;
    /** Dollars; a loss is negative. */
    readonly profit: number;
  }[];
  readonly yTicks: readonly Tick[];
  readonly summary: string;
}

/** What can be done with the result. No screen places a single order. */
export interface NextStep {
  /** Strategy that RUN trades; null where there is none. */
  readonly active: { readonly id: string; readonly name: string } | null;
  /** Strategy selected by the user; '' for the automatic one. */
  readonly chosen: string;
  /** Positions of the running commodity, or why it is flat; null while it is stopped. */
  readonly status: string | null;
  /** Why RUN is rejected; null if it starts. */
  readonly runBlock: string | null;
  /** Why the account opens nothing now; null if it may, or if `status` states it. */
  readonly entryBlock: string | null;
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
    readonly key: 'commodity' | 'group' | 'gross' | 'cash' | 'margin' | 'DAY_LOSS' | 'DRAWDOWN';
    readonly name: string;
    readonly used: number;
    readonly added: number;
    readonly after: number;
    readonly allowed: number;
    /** Below zero beyond the limit. */
    readonly left: number;
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
  /** Price of the strategy's target; null without one. */
  readonly target: string | null;
  readonly targetGain: number | null;
  /** Null without a stop. */
  readonly payoff: PayoffShape | null;
  /** Margin and exposure; VaR only if it could be computed. */
  readonly gauges: readonly LimitGauge[];
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
