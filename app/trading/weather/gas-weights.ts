/**
 * Degree days as the gas market counts them: each cell by the gas that homes and shops around it burn.
 * It knows rounded shares of residential and commercial consumption; it refuses industry and power, which answer to other things.
 */
import type { CellWeight } from './places';

/**
 * Shares of US residential and commercial gas consumption around each cell, rounded from the state totals of the
 * Energy Information Administration's Natural Gas Annual; they add to 1.
 */
export const GAS_WEIGHTS: readonly CellWeight[] = [
  { cell: 'CHI', weight: 0.25 }, { cell: 'NYC', weight: 0.21 }, { cell: 'PJM', weight: 0.17 }, { cell: 'DSM', weight: 0.09 }, { cell: 'CAL', weight: 0.09 },
  { cell: 'ATL', weight: 0.07 }, { cell: 'DFW', weight: 0.05 }, { cell: 'PDX', weight: 0.04 }, { cell: 'ICT', weight: 0.03 },
];
