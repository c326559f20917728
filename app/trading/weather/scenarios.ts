/** Weather scenarios: shocks, small shifts, and the areas that affect a chain. */
import type { MarketCell } from './cell';

export const SHOCKS = ['hurricane', 'polarVortex', 'drought'] as const;
export type ShockId = (typeof SHOCKS)[number];

export const SHIFTS = ['degree', 'inch', 'wind'] as const;
export type ShiftId = (typeof SHIFTS)[number];

/** Areas that affect a chain by shift, and whether hurricane landfalls affect it. */
export interface WeatherExposure extends Readonly<Record<ShiftId, readonly MarketCell[]>> {
  readonly landfall: boolean;
}
