// Gas-weighted degree days of one forecast run, and their normals.
import type { EpochMs } from '../domain/units';
import { type CellWeights, GAS_COOLING_WEIGHTS, GAS_HEATING_WEIGHTS } from './demand-weights';
import { type GetRun, buildPlaceRun } from './forecast-change';
import type { WeatherHistory } from './history';
import { type CellWeight, computeWeightedMean } from './cell-weights';

const toCellWeights = (weights: CellWeights): readonly CellWeight[] =>
  weights.map(([cell, weight]) => ({ cell, weight }));
/** Weights of heating demand, and of cooling demand by gas-fired power. */
export const HEATING_CELLS = toCellWeights(GAS_HEATING_WEIGHTS);
export const COOLING_CELLS = toCellWeights(GAS_COOLING_WEIGHTS);

export interface GasDay {
  readonly dayMs: EpochMs;
  readonly lead: number;
  readonly heating: number;
  readonly cooling: number;
}

export interface GasRun {
  readonly issuedMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly days: readonly GasDay[];
}

/** The gas-weighted run of the given cell runs, from lead 1; null while half of the weight is missing. */
export function buildGasRun(getRun: GetRun): GasRun | null {
  const heat = buildPlaceRun(HEATING_CELLS, getRun);
  const cool = buildPlaceRun(COOLING_CELLS, getRun);
  if (!heat || !cool) return null;
  const cooling = new Map(cool.days.map((day) => [day.dayMs, day.cooling]));
  const days = heat.days
    .filter(({ lead }) => lead >= 1)
    .flatMap(({ dayMs, lead, heating }) => {
      const coolingOfDay = cooling.get(dayMs);
      return coolingOfDay === undefined ? [] : [{ dayMs, lead, heating, cooling: coolingOfDay }];
    });
  return {
    issuedMs: Math.min(heat.issuedMs, cool.issuedMs),
    publishedMs: Math.max(heat.publishedMs, cool.publishedMs),
    days,
  };
}

/**
 * Normal degree days with the same weights: the weighted mean of cell normals, because degree days
 * are nonlinear in the mean.
 */
const computeNormal = (
  history: WeatherHistory,
  dayMs: EpochMs,
  kind: 'heating' | 'cooling',
): number | null =>
  computeWeightedMean(
    kind === 'heating' ? HEATING_CELLS : COOLING_CELLS,
    (cell) => history.getCell(cell).normals.getNormal(dayMs)?.[kind] ?? null,
  );

/** Normal heating and cooling degree days of a day; null with too little history of the date. */
export const computeGasNormals = (history: WeatherHistory, dayMs: EpochMs) => ({
  heatingNormal: computeNormal(history, dayMs, 'heating'),
  coolingNormal: computeNormal(history, dayMs, 'cooling'),
});
