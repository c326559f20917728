/** Weather scenarios: shocks, small shifts, and which market areas move a chain. */
import type { MarketCell } from './cell';

export const SHOCKS = ['hurricane', 'polarVortex', 'drought'] as const;
export type ShockId = (typeof SHOCKS)[number];

export const SHIFTS = ['degree', 'inch', 'wind'] as const;
export type ShiftId = (typeof SHIFTS)[number];

/** The areas whose weather moves a chain, by what is shifted, and whether landfalls move it. */
export interface WeatherExposure extends Readonly<Record<ShiftId, readonly MarketCell[]>> {
  readonly landfall: boolean;
}
