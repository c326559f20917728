// Risk types for pages, API and sockets. Dollars; times in ISO 8601; a null value has its reason
// beside it.
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

export const STRESS_NAMES = {
  hurricane: 'Hurricane',
  polarVortex: 'Polar vortex',
  drought: 'Drought',
} as const;
export type StressName = keyof typeof STRESS_NAMES;

export interface StressDto {
  readonly shock: StressName;
  readonly date: 'now' | 'worst';
  /** Start date of the shock, as month and day. */
  readonly monthDay: string;
  /**
   * Median P&L on the day of its largest absolute value, and the 5th percentile. A loss is
   * negative.
   */
  readonly profit: number;
  readonly badly: number;
  readonly day: number;
  readonly pairs: number;
  /** Median moves of the most affected chains: percent, or $/MWh for power. */
  readonly moves: readonly {
    readonly chain: string;
    readonly move: number;
    readonly isPower: boolean;
  }[];
}

export const SHIFT_NAMES = {
  degree: 'One degree warmer',
  inch: 'One inch of rain',
  wind: 'Wind +10%',
} as const;
export type ShiftName = keyof typeof SHIFT_NAMES;

/** P&L of one small change of the weather forecast; null without exposure, with a reason. */
export interface SensitivityDto {
  readonly shift: ShiftName;
  /** Mean, minimum and maximum over the paired simulations. A loss is negative. */
  readonly profit: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Locations whose weather moves the market. */
  readonly at: string | null;
  readonly reason: string | null;
}

export interface PositionSensitivityDto {
  readonly id: string;
  readonly commodity: CommodityKey;
  readonly contract: string;
  readonly direction: 'LONG' | 'SHORT';
  readonly figures: readonly SensitivityDto[];
}

/** Positions and totals; a total is null if no position has a figure. */
export interface SensitivitiesDto {
  readonly positions: readonly PositionSensitivityDto[];
  readonly totals: Readonly<Record<ShiftName, number | null>>;
  readonly pairs: number;
  /** Start date of the simulated weather, as month and day. */
  readonly monthDay: string;
}

/** Risk of one account at one sequence number. */
export interface RiskDto {
  readonly asOfSeq: number;
  readonly asOf: string;
  readonly source: string;
  /** End of the last trading day in the price history, and when it was computed. */
  readonly movesUntil: string | null;
  readonly madeAt: string | null;
  readonly positions: number;
  readonly value: VarDto | null;
  /** Why there is no VaR. */
  readonly reason: string | null;
  readonly stresses: readonly StressDto[];
  /** Why stress tests are missing. */
  readonly stressReason: string | null;
  readonly sensitivities: SensitivitiesDto | null;
  readonly sensitivityReason: string | null;
}
