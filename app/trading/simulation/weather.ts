/**
 * The weather of the simulated world, day by day: what happens, and what becomes known of it days before.
 * It knows temperatures and moisture as departures from the season; it refuses surprise without news: each departure is the sum of what forecasts revealed 7, 4 and 1 days ahead.
 */
import type { Normals } from './normals';
import { CELLS, CELL_IDS, type CellId, cellIndex, climateF, climateSdF } from './parameters/cells';

const CELL_COUNT = CELLS.length;
/** Days ahead at which part of a day's innovation is revealed, and the share of its variance that is; the shares add to 1. */
const LEADS = [
  { days: 7, share: 0.3 },
  { days: 4, share: 0.4 },
  { days: 1, share: 0.3 },
] as const;
/** The lead at which rain is revealed, as far as it does not follow from warmth, and at which planted news comes. */
const NEWS_LEAD_DAYS = 4;
const RING = 8;
/** What a departure keeps from one day to the next. */
const TEMPERATURE_MEMORY = 0.72;
const MOISTURE_MEMORY = 0.6;
/** Loadings on the continent's and the region's weather; the rest to a unit variance is the cell's own. Brazil has no part in the continent's. */
const CONTINENT = 0.45;
const REGION = 0.7;
const OWN = Math.sqrt(1 - CONTINENT ** 2 - REGION ** 2);
/** Warmth comes with dryness: correlation of the two innovations. */
const WARM_DRY = -0.35;
const MOISTURE_OWN = Math.sqrt(1 - WARM_DRY ** 2);
/** Latent moisture above which it rains (3 days in 10), and the mean of its excess to the power 1.5, which scales rain to the climate. */
const WET_ABOVE = 0.52;
const WET_MEAN = 0.1885;
const RAIN_POWER = 1.5;
const DEGREE_DAY_BASE_F = 65;

/** News that no stream of chance gives: for experiments with paired worlds. Revealed on `day`, about four days later. */
export interface PlantedNews {
  readonly day: number;
  readonly cell: CellId;
  /** In standard deviations of the day's innovation; below zero is colder. */
  readonly deviations: number;
}

/** By cell, in the order of `CELLS`; departures are in standard deviations of the season. */
export interface WeatherState {
  readonly temperature: Float64Array;
  readonly moisture: Float64Array;
  /** What the day's forecasts revealed, as standard normals. */
  readonly temperatureNews: Float64Array;
  readonly moistureNews: Float64Array;
  /** Innovations of the coming days as far as they are known, by day modulo 8. */
  readonly pendingTemperature: Float64Array;
  readonly pendingMoisture: Float64Array;
}

interface Streams {
  readonly continent: string;
  readonly regions: readonly string[];
  readonly cells: readonly string[];
}

const streamsOf = (kind: 'temperature' | 'moisture'): Streams => ({
  continent: `${kind}/continent`,
  regions: CELLS.map(({ region }) => `${kind}/region/${region}`),
  cells: CELL_IDS.map((id) => `${kind}/cell/${id}`),
});
const TEMPERATURE = streamsOf('temperature');
const MOISTURE = streamsOf('moisture');

/** Standard normals by cell for one lead of one day, alike where places are near each other. */
function pieces(normal: Normals, streams: Streams, step: number): Float64Array {
  const continent = normal(streams.continent, step);
  const regions = new Map<string, number>();
  return Float64Array.from(CELLS, ({ region }, index) => {
    const name = streams.regions[index] ?? '';
    const shared = regions.get(name) ?? normal(name, step);
    regions.set(name, shared);
    const wide = region === 'brazil' ? Math.hypot(CONTINENT, REGION) * shared : CONTINENT * continent + REGION * shared;
    return wide + OWN * normal(streams.cells[index] ?? '', step);
  });
}

export const emptyWeather = (): WeatherState => ({
  temperature: new Float64Array(CELL_COUNT), moisture: new Float64Array(CELL_COUNT),
  temperatureNews: new Float64Array(CELL_COUNT), moistureNews: new Float64Array(CELL_COUNT),
  pendingTemperature: new Float64Array(CELL_COUNT * RING), pendingMoisture: new Float64Array(CELL_COUNT * RING),
});

/** The weather of a day from that of the day before: what was pending happens, then the day's forecasts come out. */
export function nextWeather(before: WeatherState, day: number, normal: Normals, planted: readonly PlantedNews[]): WeatherState {
  const state: WeatherState = {
    temperature: happened(before.temperature, before.pendingTemperature, day, TEMPERATURE_MEMORY),
    moisture: happened(before.moisture, before.pendingMoisture, day, MOISTURE_MEMORY),
    temperatureNews: new Float64Array(CELL_COUNT), moistureNews: new Float64Array(CELL_COUNT),
    pendingTemperature: Float64Array.from(before.pendingTemperature), pendingMoisture: Float64Array.from(before.pendingMoisture),
  };
  const slot = (day % RING) * CELL_COUNT;
  state.pendingTemperature.fill(0, slot, slot + CELL_COUNT);
  state.pendingMoisture.fill(0, slot, slot + CELL_COUNT);
  LEADS.forEach((lead, index) => reveal(state, day, lead, index, normal));
  for (const news of planted) if (news.day === day) plant(state, news);
  return state;
}

function happened(before: Float64Array, pending: Float64Array, day: number, memory: number): Float64Array {
  const slot = (day % RING) * CELL_COUNT;
  const scale = Math.sqrt(1 - memory * memory);
  return before.map((departure, index) => memory * departure + scale * (pending[slot + index] ?? 0));
}

function reveal(state: WeatherState, day: number, lead: (typeof LEADS)[number], index: number, normal: Normals): void {
  const warmth = pieces(normal, TEMPERATURE, day * LEADS.length + index);
  const wetness = lead.days === NEWS_LEAD_DAYS ? pieces(normal, MOISTURE, day) : null;
  const slot = ((day + lead.days) % RING) * CELL_COUNT;
  const weight = Math.sqrt(lead.share);
  for (let cell = 0; cell < CELL_COUNT; cell += 1) {
    const warm = weight * (warmth[cell] ?? 0);
    const wet = WARM_DRY * warm + MOISTURE_OWN * (wetness?.[cell] ?? 0);
    add(state.temperatureNews, cell, warm);
    add(state.moistureNews, cell, wet);
    add(state.pendingTemperature, slot + cell, warm);
    add(state.pendingMoisture, slot + cell, wet);
  }
}

function plant(state: WeatherState, { day, cell, deviations }: PlantedNews): void {
  const index = cellIndex(cell);
  add(state.temperatureNews, index, deviations);
  add(state.pendingTemperature, ((day + NEWS_LEAD_DAYS) % RING) * CELL_COUNT + index, deviations);
}

const add = (to: Float64Array, index: number, amount: number): void => {
  to[index] = (to[index] ?? 0) + amount;
};

/** The variance of a sum of news over cells, with a weight on each cell's warmth and on its moisture. */
export function newsVariance(warmth: Float64Array, moisture: Float64Array): number {
  const onWarmth = warmth.map((weight, index) => weight + WARM_DRY * (moisture[index] ?? 0));
  const onMoisture = moisture.map((weight) => weight * MOISTURE_OWN);
  return sharedVariance(onWarmth) + sharedVariance(onMoisture);
}

function sharedVariance(weights: Float64Array): number {
  let [continent, own] = [0, 0];
  const regions: Record<string, number> = {};
  CELLS.forEach(({ region }, index) => {
    const weight = weights[index] ?? 0;
    own += (OWN * weight) ** 2;
    if (region !== 'brazil') continent += CONTINENT * weight;
    regions[region] = (regions[region] ?? 0) + (region === 'brazil' ? Math.hypot(CONTINENT, REGION) : REGION) * weight;
  });
  return own + continent ** 2 + Object.values(regions).reduce((sum, weight) => sum + weight ** 2, 0);
}

/** Degree days (deg F, base 65) and rain (inches) of a day over the United States, weighted by where people live. */
export function usWeather(state: WeatherState, day: number): { readonly hdd: number; readonly cdd: number; readonly prcp: number } {
  const us = { hdd: 0, cdd: 0, prcp: 0 };
  CELLS.forEach((cell, index) => {
    const meanF = climateF(cell, day) + climateSdF(cell, day) * (state.temperature[index] ?? 0);
    us.hdd += cell.usWeight * Math.max(0, DEGREE_DAY_BASE_F - meanF);
    us.cdd += cell.usWeight * Math.max(0, meanF - DEGREE_DAY_BASE_F);
    us.prcp += cell.usWeight * (cell.rainInches / WET_MEAN) * Math.max(0, (state.moisture[index] ?? 0) - WET_ABOVE) ** RAIN_POWER;
  });
  return us;
}
