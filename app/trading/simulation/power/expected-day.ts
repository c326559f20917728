/** Expected prices of the 24 hours of one hub and day. */
import { type WeatherScenario, type PlantState, forEachScenario } from './weather-scenarios';
import type { DayForecast } from './day-forecast';
import { type HubRow, getHubRow } from './hubs';
import { HOURS_PER_DAY } from './load';
import { SPIKE_DECAY, SPIKE_END, computeSpikeHeight } from './spikes';
import { QUICK_MEMORY, getFuelPerUse, computeFuelPrice } from './stack';

/** By UTC hour, $/MWh: expected price = fuel factor x `fuel` + `edge`. */
export interface ExpectedDay {
  readonly fuel: Float64Array;
  readonly edge: Float64Array;
  /** Change of `edge` per unit of use. */
  readonly slope: Float64Array;
}

/** State of the last hour before a day that starts now: quick noise and spike, $/MWh. */
interface LastHour {
  readonly quick: number;
  readonly spike: number;
}

const SPIKE_RETENTION = (1 - SPIKE_END) * SPIKE_DECAY;
/** Hours before the day whose spikes may still last, taken as if the day before were alike. */
const WARM_UP_HOURS = 7;

/** Effect of one degree F on `fuel` and `edge`. */
export type Warming = Pick<ExpectedDay, 'fuel' | 'edge'>;

/** Mean change per degree between a colder and a warmer day. */
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
 * Adds one scenario's expected spikes to the edge and their derivative to the slope. A spike starts
 * only where none is active.
 */
function addSpikes(
  height: number,
  {
    chance: probability,
    spikeProbability: entry,
    spikeProbabilitySlope: entrySlope,
  }: WeatherScenario,
  last: LastHour | null,
  edge: Float64Array,
  slope: Float64Array,
): void {
  let [level, levelSlope] = [0, 0];
  let [active, activeSlope] = [last && last.spike > 0 ? 1 : 0, 0];
  for (let hour = last ? 0 : -WARM_UP_HOURS; hour < HOURS_PER_DAY; hour += 1) {
    const clock = hour < 0 ? hour + HOURS_PER_DAY : hour;
    const startProbability = entry[clock] ?? 0;
    const starts = (1 - active) * startProbability;
    const startsSlope = (1 - active) * (entrySlope[clock] ?? 0) - activeSlope * startProbability;
    level = SPIKE_RETENTION * level + starts * height;
    levelSlope = SPIKE_RETENTION * levelSlope + startsSlope * height;
    active = (1 - SPIKE_END) * active + starts;
    activeSlope = (1 - SPIKE_END) * activeSlope + startsSlope;
    if (hour < 0) continue;
    edge[hour] = (edge[hour] ?? 0) + probability * level;
    slope[hour] = (slope[hour] ?? 0) + probability * levelSlope;
  }
}

const DAY_BYTES = HOURS_PER_DAY * Float64Array.BYTES_PER_ELEMENT;

/** Three arrays over one buffer: thousands of days are cached, and buffers dominate memory. */
function createEmptyDay(): ExpectedDay {
  const buffer = new ArrayBuffer(3 * DAY_BYTES);
  const createHours = (part: number): Float64Array =>
    new Float64Array(buffer, part * DAY_BYTES, HOURS_PER_DAY);
  return { fuel: createHours(0), edge: createHours(1), slope: createHours(2) };
}

/** Adds one scenario, weighted by its probability. */
function addScenario(
  row: HubRow,
  { chance: probability, use, edge: scenarioEdge, slope: scenarioSlope }: WeatherScenario,
  { fuel, edge, slope }: ExpectedDay,
): void {
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    fuel[hour] = (fuel[hour] ?? 0) + probability * computeFuelPrice(row, use[hour] ?? 0);
    edge[hour] = (edge[hour] ?? 0) + probability * (scenarioEdge[hour] ?? 0);
    slope[hour] = (slope[hour] ?? 0) + probability * (scenarioSlope[hour] ?? 0);
  }
}

/**
 * Expected prices of a hub on a day, over all uncertainty except fuel cost. `last` only for a day
 * that starts now.
 */
export function computeExpectedDay(
  index: number,
  day: number,
  forecast: DayForecast,
  plants: PlantState,
  last: LastHour | null,
): ExpectedDay {
  const { fuel, edge, slope } = createEmptyDay();
  const row = getHubRow(index);
  const height = computeSpikeHeight(row, 1);
  forEachScenario(index, day, forecast, plants, (scenario) => {
    addScenario(row, scenario, { fuel, edge, slope });
    addSpikes(height, scenario, last, edge, slope);
  });
  if (last) addLastHour(last, fuel, edge);
  return { fuel, edge, slope };
}

/** Adds the decaying quick noise and spike of the last hour. */
function addLastHour({ quick, spike }: LastHour, fuel: Float64Array, edge: Float64Array): void {
  let [noise, level] = [quick, spike];
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    noise *= QUICK_MEMORY;
    level *= SPIKE_RETENTION;
    fuel[hour] = (fuel[hour] ?? 0) * (1 + noise);
    edge[hour] = (edge[hour] ?? 0) + level;
  }
}

/** Effect of one degree on the sum of expected prices over UTC hours [first, end). */
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
 * Sum of expected prices over UTC hours [first, end), at a fuel factor and a shift of use against
 * the day's state.
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
      shift * (factor * getFuelPerUse(row) + (slope[hour] ?? 0));
  }
  return sum;
}
