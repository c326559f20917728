// Risk as it is told to pages, programs and sockets: dollars, moments in ISO 8601; null where there
// is none, and then a sentence says why.
import type { CommodityKey } from '../trading/domain/commodity';

export const RISK_GROUP_NAMES = {
  electricity: 'Electricity',
  naturalGas: 'Natural gas',
  agricultural: 'Agricultural',
  oil: 'Oil',
} as const;
export type RiskGroupName = keyof typeof RISK_GROUP_NAMES;

/** Losses that are not expected to be exceeded, all >= 0, over one day and over five. */
export interface TailDto {
  readonly var95: number;
  readonly var99: number;
  readonly es975: number;
  readonly fiveDayVar95: number;
  readonly fiveDayVar99: number;
  readonly fiveDayEs975: number;
}

/** Who brings how much of the total; the rows sum to it to the cent. */
export interface ComponentDto {
  readonly id: string;
  readonly commodity: CommodityKey;
  readonly contract: string;
  readonly direction: 'LONG' | 'SHORT';
  readonly var95: number;
  readonly var99: number;
}

export interface VarTestDto {
  /** 95 or 99. */
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
  /** Deviation of a day's profit now. */
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
  /** Month and day on which it is set. */
  readonly monthDay: string;
  /**
   * Median profit of the book where it is farthest from nothing, and what only one pair in twenty
   * falls below; below zero is a loss.
   */
  readonly profit: number;
  readonly badly: number;
  readonly day: number;
  readonly pairs: number;
  /** Median moves of the chains that move most: percent, or $/MWh of power. */
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

/**
 * What one small change of the forecast is worth; null where the market does not answer to it, and
 * then a sentence says why.
 */
export interface SensitivityDto {
  readonly shift: ShiftName;
  /**
   * Mean over pairs of worlds, and the pairs in which it is least and most; below zero is a loss.
   */
  readonly profit: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Where the market listens, in words. */
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

/** Positions, and sums of what their rows show; null where no position has a figure. */
export interface SensitivitiesDto {
  readonly positions: readonly PositionSensitivityDto[];
  readonly totals: Readonly<Record<ShiftName, number | null>>;
  readonly pairs: number;
  /** Month and day of the weather behind it. */
  readonly monthDay: string;
}

/** Of one book at one sequence number. */
export interface RiskDto {
  readonly asOfSeq: number;
  readonly asOf: string;
  readonly source: string;
  /** The end of the last trading day that was read, and when that was. */
  readonly movesUntil: string | null;
  readonly madeAt: string | null;
  readonly positions: number;
  readonly value: VarDto | null;
  /** Why there is no value at risk. */
  readonly reason: string | null;
  readonly stresses: readonly StressDto[];
  /** Why a stress is missing. */
  readonly stressReason: string | null;
  readonly sensitivities: SensitivitiesDto | null;
  readonly sensitivityReason: string | null;
}
