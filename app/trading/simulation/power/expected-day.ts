/**
 * The expected prices of the 24 hours of one hub and day, for a forecast and a state of plants.
 * It knows sums over the courses of weather; it refuses the cost of fuel, which scales a part of it later.
 */
import { type Course, type PlantView, eachCourse } from './courses';
import type { DayForecast } from './forecast';
import { type HubRow, hubRow } from './hubs';
import { HOURS_PER_DAY } from './load';
import { QUICK_MEMORY, SPIKE_DECAY, SPIKE_END, fuelPerUse, fuelPrice, spikeHeight } from './stack';

/** By UTC hour, $/MWh: the expected price is the factor of fuel times `fuel`, plus `edge`. */
export interface ExpectedDay {
  readonly fuel: Float64Array;
  readonly edge: Float64Array;
  /** Change of `edge` per unit of use. */
  readonly slope: Float64Array;
}

/** The last hour before a day that begins now: its quick noise and its spike, $/MWh. */
export interface LastHour {
  readonly quick: number;
  readonly spike: number;
}

const SPIKE_KEPT = (1 - SPIKE_END) * SPIKE_DECAY;
/** Hours before a day in which a spike may have begun that still lasts: as if the day before had been like it. */
const WARM_UP_HOURS = 7;

/** Adds the spikes of one course to the edge. A spike may only begin where none is under way. */
function addSpikes(height: number, { chance, entry }: Course, last: LastHour | null, edge: Float64Array): void {
  let level = 0;
  let underWay = last && last.spike > 0 ? 1 : 0;
  for (let hour = last ? 0 : -WARM_UP_HOURS; hour < HOURS_PER_DAY; hour += 1) {
    const begins = (1 - underWay) * (entry[hour < 0 ? hour + HOURS_PER_DAY : hour] ?? 0);
    level = SPIKE_KEPT * level + begins * height;
    underWay = (1 - SPIKE_END) * underWay + begins;
    if (hour >= 0) edge[hour] = (edge[hour] ?? 0) + chance * level;
  }
}

/** Expected prices of a hub on a day, the mean over all that is unknown but the cost of fuel; `last` only for a day that begins now. */
export function expectedDay(index: number, day: number, forecast: DayForecast, plants: PlantView, last: LastHour | null): ExpectedDay {
  const [fuel, edge, slope] = [new Float64Array(HOURS_PER_DAY), new Float64Array(HOURS_PER_DAY), new Float64Array(HOURS_PER_DAY)];
  const row = hubRow(index);
  const height = spikeHeight(row, 1);
  eachCourse(index, day, forecast, plants, (course) => {
    const { chance } = course;
    for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
      fuel[hour] = (fuel[hour] ?? 0) + chance * fuelPrice(row, course.use[hour] ?? 0);
      edge[hour] = (edge[hour] ?? 0) + chance * (course.edge[hour] ?? 0);
      slope[hour] = (slope[hour] ?? 0) + chance * (course.slope[hour] ?? 0);
    }
    addSpikes(height, course, last, edge);
  });
  if (last) addNow(last, fuel, edge);
  return { fuel, edge, slope };
}

/** What the last hour before the day leaves in it: quick noise, and a spike that dies away. */
function addNow({ quick, spike }: LastHour, fuel: Float64Array, edge: Float64Array): void {
  let [noise, level] = [quick, spike];
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    noise *= QUICK_MEMORY;
    level *= SPIKE_KEPT;
    fuel[hour] = (fuel[hour] ?? 0) * (1 + noise);
    edge[hour] = (edge[hour] ?? 0) + level;
  }
}

/** The sum of expected prices over UTC hours from `first` to before `end`, at a factor of fuel and a shift of use from what the day was made for. */
export function sumHours(row: HubRow, { fuel, edge, slope }: ExpectedDay, factor: number, shift: number, first: number, end: number): number {
  let sum = 0;
  for (let hour = first; hour < end; hour += 1) {
    sum += factor * (fuel[hour] ?? 0) + (edge[hour] ?? 0) + shift * (factor * fuelPerUse(row) + (slope[hour] ?? 0));
  }
  return sum;
}
