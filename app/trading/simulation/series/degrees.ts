/** Degree days that burn fuel, day by day, and what is normal for the season. */
import { MARKET_CELLS } from '../../weather/cell';
import {
  type CellWeights,
  DEGREE_DAY_BASE_F,
  GAS_COOLING_WEIGHTS,
  GAS_HEATING_WEIGHTS,
  OIL_HEATING_WEIGHTS,
} from '../../weather/demand-weights';
import { dayOfYear } from '../calendar';
import { expectedAbove, expectedBelow } from '../random-streams';
import type { PastDay, WeatherPart } from '../parts';

/** Degree days of one day, or their normals, deg F day. */
export interface Degrees {
  readonly gasHeating: number;
  readonly gasCooling: number;
  readonly oilHeating: number;
}

interface WeightedCell {
  readonly cell: number;
  readonly weight: number;
}

const listPlaced = (weights: CellWeights): readonly WeightedCell[] =>
  weights.map(([cell, weight]) => ({ cell: MARKET_CELLS.indexOf(cell), weight }));
const GAS_HEAT = listPlaced(GAS_HEATING_WEIGHTS);
const GAS_COOL = listPlaced(GAS_COOLING_WEIGHTS);
const OIL_HEAT = listPlaced(OIL_HEATING_WEIGHTS);

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

/** Degree days of a day that is over. */
export const computeDegreeDays = ({ meanF }: PastDay): Degrees => ({
  gasHeating: computeHeating(GAS_HEAT, meanF),
  gasCooling: computeCooling(GAS_COOL, meanF),
  oilHeating: computeHeating(OIL_HEAT, meanF),
});

const DAYS_OF_YEAR = 366;

/** Normals by day of the year, from the climate of a normal distribution about each day's mean. */
export function degreeNormals(weather: WeatherPart): (day: number) => Degrees {
  const expected = (
    cells: readonly WeightedCell[],
    day: number,
    part: typeof expectedAbove,
  ): number =>
    cells.reduce((sum, { cell, weight }) => {
      const { meanF, sdF } = weather.climate(cell, day);
      return sum + weight * part(meanF, sdF, DEGREE_DAY_BASE_F);
    }, 0);
  const table = Array.from({ length: DAYS_OF_YEAR }, (_, day) => ({
    gasHeating: expected(GAS_HEAT, day, expectedBelow),
    gasCooling: expected(GAS_COOL, day, expectedAbove),
    oilHeating: expected(OIL_HEAT, day, expectedBelow),
  }));
  const none: Degrees = { gasHeating: 0, gasCooling: 0, oilHeating: 0 };
  return (day) => table[Math.floor(dayOfYear(day))] ?? none;
}
