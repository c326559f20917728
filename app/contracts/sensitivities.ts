// P&L of small changes of the weather forecast. Dollars; a null value has its reason beside it.
import type { CommodityKey } from '../trading/domain/commodity';

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
