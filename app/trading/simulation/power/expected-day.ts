/** The expected prices of the 24 hours of one hub and day, for a forecast and a state of plants. */
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
interface LastHour {
  readonly quick: number;
  readonly spike: number;
}

const SPIKE_KEPT = (1 - SPIKE_END) * SPIKE_DECAY;
/**
 * Hours before a day in which a spike may have begun that still lasts: as if the day before had
 * been like it.
 */
const WARM_UP_HOURS = 7;

/** What a degree of warmth adds to `fuel` and `edge` of a day. */
export type Warming = Pick<ExpectedDay, 'fuel' | 'edge'>;

/**
 * The mean change per degree between a day that is so much colder and one that is so much warmer
 * than usual.
 */
export function computeWarming(
  colder: ExpectedDay,
  warmer: ExpectedDay,
  degreesF: number,
): Warming {
  const perDegree = (from: Float64Array, to: Float64Array): Float64Array =>
    to.map((value, hour) => (value - (from[hour] ?? 0)) / degreesF);
  return { fuel: perDegree(colder.fuel, warmer.fuel), edge: perDegree(colder.edge, warmer.edge) };
}

/**
 * Adds the spikes of one course to the edge, and what more use does to them to its slope. A spike
 * may only begin where none is under way.
 */
function addSpikes(
  height: number,
  { chance, entry, entrySlope }: Course,
  last: LastHour | null,
  edge: Float64Array,
  slope: Float64Array,
): void {
  let [level, levelSlope] = [0, 0];
  let [underWay, underWaySlope] = [last && last.spike > 0 ? 1 : 0, 0];
  for (let hour = last ? 0 : -WARM_UP_HOURS; hour < HOURS_PER_DAY; hour += 1) {
    const clock = hour < 0 ? hour + HOURS_PER_DAY : hour;
    const enters = entry[clock] ?? 0;
    const begins = (1 - underWay) * enters;
    const beginsSlope = (1 - underWay) * (entrySlope[clock] ?? 0) - underWaySlope * enters;
    level = SPIKE_KEPT * level + begins * height;
    levelSlope = SPIKE_KEPT * levelSlope + beginsSlope * height;
    underWay = (1 - SPIKE_END) * underWay + begins;
    underWaySlope = (1 - SPIKE_END) * underWaySlope + beginsSlope;
    if (hour < 0) continue;
    edge[hour] = (edge[hour] ?? 0) + chance * level;
    slope[hour] = (slope[hour] ?? 0) + chance * levelSlope;
  }
}

const DAY_BYTES = HOURS_PER_DAY * Float64Array.BYTES_PER_ELEMENT;

/** Three lists over one buffer: thousands of days are kept, and buffers are what costs. */
function emptyDay(): ExpectedDay {
  const buffer = new ArrayBuffer(3 * DAY_BYTES);
  const hours = (place: number): Float64Array =>
    new Float64Array(buffer, place * DAY_BYTES, HOURS_PER_DAY);
  return { fuel: hours(0), edge: hours(1), slope: hours(2) };
}

/** Adds the fuel and the edge of one course, by its chance. */
function addCourse(
  row: HubRow,
  { chance, use, edge: ownEdge, slope: ownSlope }: Course,
  { fuel, edge, slope }: ExpectedDay,
): void {
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    fuel[hour] = (fuel[hour] ?? 0) + chance * fuelPrice(row, use[hour] ?? 0);
    edge[hour] = (edge[hour] ?? 0) + chance * (ownEdge[hour] ?? 0);
    slope[hour] = (slope[hour] ?? 0) + chance * (ownSlope[hour] ?? 0);
  }
}

/**
 * Expected prices of a hub on a day, the mean over all that is unknown but the cost of fuel; `last`
 * only for a day that begins now.
 */
export function expectedDay(
  index: number,
  day: number,
  forecast: DayForecast,
  plants: PlantView,
  last: LastHour | null,
): ExpectedDay {
  const { fuel, edge, slope } = emptyDay();
  const row = hubRow(index);
  const height = spikeHeight(row, 1);
  eachCourse(index, day, forecast, plants, (course) => {
    addCourse(row, course, { fuel, edge, slope });
    addSpikes(height, course, last, edge, slope);
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

/**
 * What a warming adds to the sum of expected prices over UTC hours from `first` to before `end`,
 * per degree, at a factor of fuel.
 */
export function sumWarming(
  { fuel, edge }: Warming,
  factor: number,
  first: number,
  end: number,
): number {
  let sum = 0;
  for (let hour = first; hour < end; hour += 1)
    sum += factor * (fuel[hour] ?? 0) + (edge[hour] ?? 0);
  return sum;
}

/**
 * The sum of expected prices over UTC hours from `first` to before `end`, at a factor of fuel and a
 * shift of use from what the day was made for.
 */
export function sumHours(
  row: HubRow,
  { fuel, edge, slope }: ExpectedDay,
  factor: number,
  shift: number,
  first: number,
  end: number,
): number {
  let sum = 0;
  for (let hour = first; hour < end; hour += 1) {
    sum +=
      factor * (fuel[hour] ?? 0) +
      (edge[hour] ?? 0) +
      shift * (factor * fuelPerUse(row) + (slope[hour] ?? 0));
  }
  return sum;
}
