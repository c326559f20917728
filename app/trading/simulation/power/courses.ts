/**
 * The courses that a coming day's weather may take at a hub, hour by hour: how much of capacity
 * each uses and what that costs.
 */
import type { DayForecast } from './forecast';
import { type EdgeHours, type SdPlaces, edgeTable, lookUp, placeSd } from './edge-table';
import { type HourShape, hourShape } from './hour-shape';
import { HUB_ROWS, type HubRow, hubRow } from './hubs';
import { HOURS_PER_DAY, SUN_SD, SUN_USUAL, fillHours, warmthUse, windUsePerMph } from './load';
import { LOCAL_MEMORY } from './stack';

/**
 * What is known of a hub's plants for a day, and of the local part of use, in deviations: where it
 * stands, and the share of it that is left as the day begins.
 */
export interface PlantView {
  readonly outageMean: number;
  readonly outageSd: number;
  readonly local: number;
  readonly localLeft: number;
}

/**
 * One course by UTC hour: mean and standard deviation of use, and what is expected of them. Filled
 * again for each course.
 */
export interface Course extends EdgeHours {
  /** Its chance; corrections may make a small one negative. */
  chance: number;
  readonly use: Float64Array;
  readonly useSd: Float64Array;
}

/**
 * Wind is summed over where it moves use by more than this; elsewhere its spread joins that of
 * outages.
 */
const WIND_MATTERS = 0.05;

const createHours = (): Float64Array => new Float64Array(HOURS_PER_DAY);
const course: Course = {
  chance: 0,
  use: createHours(),
  useSd: createHours(),
  edge: createHours(),
  slope: createHours(),
  entry: createHours(),
  entrySlope: createHours(),
};
const plain = createHours();
const sun = createHours();
const places: SdPlaces = { offset: new Int32Array(HOURS_PER_DAY), share: createHours() };

/**
 * Fills the uses that weather does not change, and where the rest of the uncertainty lies in the
 * table.
 */
function prepareHour(
  index: number,
  row: HubRow,
  day: number,
  forecast: DayForecast,
  shape: HourShape,
  plants: PlantView,
  sumsWind: boolean,
): void {
  fillHours(index, day, plain, sun);
  const outageSd = row.outage * plants.outageSd;
  const windUse = windUsePerMph(row) * forecast.windMeanMph;
  let left = plants.localLeft;
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    left *= LOCAL_MEMORY;
    const localVariance = row.local * row.local * (1 - left * left);
    const sunny = row.sun * (sun[hour] ?? 0);
    const sunSd = SUN_SD * sunny;
    const ratio = shape.windRatio[hour] ?? 1;
    const windSd = sumsWind ? 0 : windUse * ratio * forecast.windSd;
    plain[hour] =
      (plain[hour] ?? 0) -
      SUN_USUAL * sunny +
      row.outage * plants.outageMean +
      row.local * left * plants.local -
      (sumsWind ? 0 : windUse * ratio);
    course.useSd[hour] = Math.sqrt(
      outageSd * outageSd + sunSd * sunSd + windSd * windSd + localVariance,
    );
    placeSd(course.useSd[hour] ?? 0, places, hour);
  }
}

/** Fills the course of a daily mean temperature and a daily wind. */
function fill(
  index: number,
  row: HubRow,
  { offsetF, windRatio }: HourShape,
  degreesF: number,
  windMph: number,
): void {
  const windUse = windUsePerMph(row) * windMph;
  const { use } = course;
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    use[hour] =
      (plain[hour] ?? 0) +
      warmthUse(row, degreesF + (offsetF[hour] ?? 0)) -
      windUse * (windRatio[hour] ?? 1);
  }
  lookUp(edgeTable(index), use, places, course);
}

const SHAPES: readonly HourShape[] = HUB_ROWS.map(({ cellId }) => hourShape(cellId));

/** Visits each course of a hub's day; the object is the same each time. */
export function eachCourse(
  index: number,
  day: number,
  forecast: DayForecast,
  plants: PlantView,
  visit: (course: Course) => void,
): void {
  const row = hubRow(index);
  const shape = SHAPES[index] ?? hourShape(row.cellId);
  const sumsWind = windUsePerMph(row) * forecast.windMeanMph > WIND_MATTERS;
  const winds = sumsWind ? forecast.windMph.length : 1;
  prepareHour(index, row, day, forecast, shape, plants, sumsWind);
  for (let node = 0; node < forecast.degreesF.length; node += 1) {
    for (let wind = 0; wind < winds; wind += 1) {
      course.chance =
        (forecast.chance[node] ?? 0) * (sumsWind ? (forecast.windChance[wind] ?? 0) : 1);
      fill(
        index,
        row,
        shape,
        forecast.degreesF[node] ?? 0,
        sumsWind ? (forecast.windMph[wind] ?? 0) : 0,
      );
      visit(course);
    }
  }
}
