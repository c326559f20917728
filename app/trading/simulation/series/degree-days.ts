/** Fuel-weighted degree days and their climatology. */
import { MARKET_CELLS } from '../../weather/cell';
import {
  type CellWeights,
  DEGREE_DAY_BASE_F,
  GAS_COOLING_WEIGHTS,
  GAS_HEATING_WEIGHTS,
  OIL_HEATING_WEIGHTS,
} from '../../weather/demand-weights';
import { getDayOfYear } from '../calendar';
import { expectedAbove, expectedBelow } from '../random-streams';
import type { PastDay, WeatherModel } from '../market-models';

/** Degree days of one day, or their normals, in deg F days. */
export interface Degrees {
  readonly gasHeating: number;
  readonly gasCooling: number;
  readonly oilHeating: number;
}

interface WeightedCell {
  readonly cell: number;
  readonly weight: number;
}

const indexCells = (weights: CellWeights): readonly WeightedCell[] =>
  weights.map(([cell, weight]) => ({ cell: MARKET_CELLS.indexOf(cell), weight }));
const GAS_HEAT = indexCells(GAS_HEATING_WEIGHTS);
const GAS_COOL = indexCells(GAS_COOLING_WEIGHTS);
const OIL_HEAT = indexCells(OIL_HEATING_WEIGHTS);

function computeHeating(cells: readonly WeightedCell[], meanF: Float64Array): number {
  let sum = 0;
  for (const { cell, weight } of cells)
    sum += weight * Math.max(0, DEGREE_DAY_BASE_F - (meanF[cell] ?? DEGREE_DAY_BASE_F));
  return sum;
}

function computeCooling(cells: readonly WeightedCell[], meanF: Float64Array): number {
  let sum = 0;
  for (const { cell, weight } of cells)
    sum += weight * Math.max(0, (meanF[cell] ?? DEGREE_DAY_BASE_F) - DEGREE_DAY_BASE_F);
  return sum;
}

export const computeDegreeDays = ({ meanF }: PastDay): Degrees => ({
  gasHeating: computeHeating(GAS_HEAT, meanF),
  gasCooling: computeCooling(GAS_COOL, meanF),
  oilHeating: computeHeating(OIL_HEAT, meanF),
});

const DAYS_OF_YEAR = 366;

/** Normals by day of the year, for normally distributed temperatures. */
export function createDegreeNormals(weather: WeatherModel): (day: number) => Degrees {
  const computeExpectedDegrees = (
    cells: readonly WeightedCell[],
    day: number,
    computeExpected: typeof expectedAbove,
  ): number =>
    cells.reduce((sum, { cell, weight }) => {
      const { meanF, sdF } = weather.getClimate(cell, day);
      return sum + weight * computeExpected(meanF, sdF, DEGREE_DAY_BASE_F);
    }, 0);
  const table = Array.from({ length: DAYS_OF_YEAR }, (_, day) => ({
    gasHeating: computeExpectedDegrees(GAS_HEAT, day, expectedBelow),
    gasCooling: computeExpectedDegrees(GAS_COOL, day, expectedAbove),
    oilHeating: computeExpectedDegrees(OIL_HEAT, day, expectedBelow),
  }));
  const none: Degrees = { gasHeating: 0, gasCooling: 0, oilHeating: 0 };
  return (day) => table[Math.floor(getDayOfYear(day))] ?? none;
}
