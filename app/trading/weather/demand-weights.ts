/**
 * Demand weights of cells for heating and cooling.
 *
 * Heating weights: state totals of residential and commercial use, Natural Gas Annual of the Energy
 * Information Administration, rounded. Cooling weights: gas-fired power plants near each cell,
 * rounded to 0.01.
 */
import type { MarketCell } from './cell';

/** Cell weights that add to 1. */
export type CellWeights = readonly (readonly [cell: MarketCell, weight: number])[];

/** Weights of gas heating demand. */
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
/** Weights of gas burned in power plants for cooling. */
export const GAS_COOLING_WEIGHTS: CellWeights = [
  ['NYC', 0.15],
  ['PJM', 0.2],
  ['ATL', 0.3],
  ['DFW', 0.35],
];
/** Weights of heating oil demand in the Northeast. */
export const OIL_HEATING_WEIGHTS: CellWeights = [
  ['NYC', 0.75],
  ['PJM', 0.25],
];
/** Degree-day base, deg F (US weather service). */
export const DEGREE_DAY_BASE_F = 65;
