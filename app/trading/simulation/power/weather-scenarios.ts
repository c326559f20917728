/**
 * Weather scenarios of a day at a hub: use of capacity and expected prices by hour, with
 * probabilities.
 */
import type { DayForecast } from './day-forecast';
import {
  type EdgeHours,
  type SdPositions,
  getEdgeTable,
  lookUpEdges,
  locateSd,
} from './edge-table';
import { type HourShape, buildHourShape } from './hour-shape';
import { HUB_ROWS, type HubRow, getHubRow } from './hubs';
import {
  HOURS_PER_DAY,
  SUN_SD,
  SUN_MEAN,
  fillBaseLoad,
  computeTemperatureUse,
  getWindUsePerMph,
} from './load';
import { LOCAL_MEMORY } from './stack';

/**
 * State of a hub's plants for a day; `local` is local use in standard deviations and
 * `localFraction` the fraction left at the start of the day.
 */
export interface PlantState {
  readonly outageMean: number;
  readonly outageSd: number;
  readonly local: number;
  readonly localFraction: number;
}

/**
 * One scenario by UTC hour: mean and standard deviation of use, and expected prices. The object is
 * reused between scenarios.
 */
export interface WeatherScenario extends EdgeHours {
  /** Corrections may make a small one negative. */
  chance: number;
  readonly use: Float64Array;
  readonly useSd: Float64Array;
}

/**
 * Wind is integrated over nodes where it moves use by more than this; elsewhere its variance joins
 * that of outages.
 */
const WIND_USE_MIN = 0.05;

const createHours = (): Float64Array => new Float64Array(HOURS_PER_DAY);
const scenario: WeatherScenario = {
  chance: 0,
  use: createHours(),
  useSd: createHours(),
  edge: createHours(),
  slope: createHours(),
  spikeProbability: createHours(),
  spikeProbabilitySlope: createHours(),
};
const baseUse = createHours();
const sun = createHours();
const sdPositions: SdPositions = { offset: new Int32Array(HOURS_PER_DAY), share: createHours() };

/**
 * Fills the use that does not depend on the scenario, and the table positions of the remaining
 * uncertainty.
 */
function prepareHours(
  hubIndex: number,
  row: HubRow,
  day: number,
  forecast: DayForecast,
  shape: HourShape,
  plants: PlantState,
  integratesWind: boolean,
): void {
  fillBaseLoad(hubIndex, day, baseUse, sun);
  const outageSd = row.outage * plants.outageSd;
  const windUse = getWindUsePerMph(row) * forecast.windMeanMph;
  let fraction = plants.localFraction;
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    fraction *= LOCAL_MEMORY;
    const localVariance = row.local * row.local * (1 - fraction * fraction);
    const sunUse = row.sun * (sun[hour] ?? 0);
    const sunSd = SUN_SD * sunUse;
    const ratio = shape.windRatio[hour] ?? 1;
    const windSd = integratesWind ? 0 : windUse * ratio * forecast.windSd;
    baseUse[hour] =
      (baseUse[hour] ?? 0) -
      SUN_MEAN * sunUse +
      row.outage * plants.outageMean +
      row.local * fraction * plants.local -
      (integratesWind ? 0 : windUse * ratio);
    scenario.useSd[hour] = Math.sqrt(
      outageSd * outageSd + sunSd * sunSd + windSd * windSd + localVariance,
    );
    locateSd(scenario.useSd[hour] ?? 0, sdPositions, hour);
  }
}

/** Fills the scenario for a daily mean temperature and a daily wind. */
function fillScenario(
  hubIndex: number,
  row: HubRow,
  { offsetF, windRatio }: HourShape,
  degreesF: number,
  windMph: number,
): void {
  const windUse = getWindUsePerMph(row) * windMph;
  const { use } = scenario;
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    use[hour] =
      (baseUse[hour] ?? 0) +
      computeTemperatureUse(row, degreesF + (offsetF[hour] ?? 0)) -
      windUse * (windRatio[hour] ?? 1);
  }
  lookUpEdges(getEdgeTable(hubIndex), use, sdPositions, scenario);
}

const SHAPES: readonly HourShape[] = HUB_ROWS.map(({ cellId }) => buildHourShape(cellId));

/** Visits each scenario of a hub's day; the object is the same each time. */
export function forEachScenario(
  hubIndex: number,
  day: number,
  forecast: DayForecast,
  plants: PlantState,
  visit: (scenario: WeatherScenario) => void,
): void {
  const row = getHubRow(hubIndex);
  const shape = SHAPES[hubIndex] ?? buildHourShape(row.cellId);
  const integratesWind = getWindUsePerMph(row) * forecast.windMeanMph > WIND_USE_MIN;
  const winds = integratesWind ? forecast.windMph.length : 1;
  prepareHours(hubIndex, row, day, forecast, shape, plants, integratesWind);
  for (let node = 0; node < forecast.degreesF.length; node += 1) {
    for (let wind = 0; wind < winds; wind += 1) {
      scenario.chance =
        (forecast.probability[node] ?? 0) *
        (integratesWind ? (forecast.windProbability[wind] ?? 0) : 1);
      fillScenario(
        hubIndex,
        row,
        shape,
        forecast.degreesF[node] ?? 0,
        integratesWind ? (forecast.windMph[wind] ?? 0) : 0,
      );
      visit(scenario);
    }
  }
}
