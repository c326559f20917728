/**
 * How much each place counts where fuel is burnt for warmth and for cooling.
 *
 * Shares for heating are rounded from the state totals of the Energy Information Administration's
 * Natural Gas Annual, residential and commercial;
 * those for cooling follow gas-fired power plants near each cell, rounded to a hundredth.
 */
import type { MarketCell } from './cell';

/** A weighted view of cells; the weights of one view add up to 1. */
export type CellWeights = readonly (readonly [cell: MarketCell, weight: number])[];

/** Gas that heats homes and shops. */
export const GAS_HEATING_WEIGHTS: CellWeights = [
  ['CHI', 0.25],
  ['NYC', 0.21],
  ['PJM', 0.17],
  ['DSM', 0.09],
  ['CAL', 0.09],
  ['ATL', 0.07],
  ['DFW', 0.05],
  ['PDX', 0.04],
  ['ICT', 0.03],
];
/** Gas that power plants burn for cooling. */
export const GAS_COOLING_WEIGHTS: CellWeights = [
  ['NYC', 0.15],
  ['PJM', 0.2],
  ['ATL', 0.3],
  ['DFW', 0.35],
];
/** Oil that heats the Northeast. */
export const OIL_HEATING_WEIGHTS: CellWeights = [
  ['NYC', 0.75],
  ['PJM', 0.25],
];
/** Degree days count from here, deg F (the base of the US weather service). */
export const DEGREE_DAY_BASE_F = 65;
