/**
 * How much each place counts where fuel is burnt for warmth and for cooling.
 * It knows shares that add up to one; it refuses places without a market.
 *
 * Shares for cooling follow gas-fired power plants near each cell, rounded to a hundredth; those for heating are of gas-weights.ts.
 */
import { MARKET_CELLS, type MarketCell } from './cell';
import { GAS_WEIGHTS } from './gas-weights';

/** A weighted view of cells; the weights of one view add up to 1. */
export type CellWeights = readonly (readonly [cell: MarketCell, weight: number])[];

/** Gas that heats homes and shops. */
export const GAS_HEATING_WEIGHTS: CellWeights = GAS_WEIGHTS.flatMap(({ cell, weight }) => MARKET_CELLS.filter((known) => known === cell).map((known) => [known, weight] as const));
/** Gas that power plants burn for cooling. */
export const GAS_COOLING_WEIGHTS: CellWeights = [['NYC', 0.15], ['PJM', 0.2], ['ATL', 0.3], ['DFW', 0.35]];
/** Oil that heats the Northeast. */
export const OIL_HEATING_WEIGHTS: CellWeights = [['NYC', 0.75], ['PJM', 0.25]];
/** Degree days count from here, deg F (the base of the US weather service). */
export const DEGREE_DAY_BASE_F = 65;
