/** Midnight weather state: persistent quantities, pending innovations and the previous day. */
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import { MARKET_CELLS } from '../../weather/cell';
import type { RandomStreams, RandomStream } from '../random-streams';
import { CELL_COUNT, CLIMATE, ninoRain, buildSeasonTable } from './climate';
import { type WeatherEvent, createEventStreams } from './extreme-event';
import type { Pacific } from './nino';
import type { Planted, PlantedRidge } from './planted-weather';
import { type InnovationField, REVEALED, WIND_REVEALED, createField } from './forecast-evolution';
import type { Storm } from './storm';

/** Ring buffer of future days: innovations of a day are in slot `day % RING`. */
export const RING = LEAD_DAYS_MAX + 1;
export const WIND_RING = WIND_REVEALED.length - 1;
export const WIND_MEMORY = 0.8;
export const WIND_SHOCK = Math.sqrt(1 - WIND_MEMORY ** 2);
/** Standard deviation of log daily wind. */
export const WIND_SPREAD = 0.35;
/** Effect of one deg C of El Nino on latent rain, by season and cell. */
export const NINO_RAIN = buildSeasonTable(ninoRain);
export const WIND_MPH = Float64Array.from(MARKET_CELLS, (cell) => CLIMATE[cell].windMph);

/** Offsets in `WeatherState.values`, 13 cells each; pending values have a row per slot. */
export const OFFSETS = {
  /** Temperature anomaly of the previous day without ridge and events, deg F. */
  departure: 0,
  /** Ridge and latent wind of the previous day, standard normal in the long run. */
  ridge: CELL_COUNT,
  wind: 2 * CELL_COUNT,
  /** Root-zone water. */
  soil: 3 * CELL_COUNT,
  /** Start day of a current drought, -1 without. */
  drought: 4 * CELL_COUNT,
  /** Previous day: mean temperature, rain, wind. */
  pastMeanF: 5 * CELL_COUNT,
  pastRain: 6 * CELL_COUNT,
  pastWind: 7 * CELL_COUNT,
  heldTemperature: 8 * CELL_COUNT,
  heldRain: (8 + RING) * CELL_COUNT,
  heldWind: (8 + 2 * RING) * CELL_COUNT,
} as const;
export const STATE_SIZE = (8 + 2 * RING + WIND_RING) * CELL_COUNT;

export interface WeatherState {
  readonly day: number;
  readonly values: Float64Array;
  readonly pacific: Pacific;
  /** Current events and those starting within the longest lead, seen or unseen. */
  readonly events: readonly WeatherEvent[];
  /** Formed storms not resolved before the previous day, seen or unseen. */
  readonly storms: readonly Storm[];
  /** Landfall categories of the previous day. */
  readonly landfall: { readonly gulf: number; readonly florida: number };
}

/** Random sources of the weather. */
export interface Sources {
  readonly random: RandomStreams;
  readonly temperature: InnovationField;
  readonly rain: InnovationField;
  readonly wind: InnovationField;
  readonly ridge: InnovationField;
  readonly pacific: RandomStream;
  readonly storms: RandomStream;
  readonly events: readonly RandomStream[];
  readonly planted: Planted;
  readonly scratch: Float64Array;
}

export function createSources(random: RandomStreams, planted: Planted): Sources {
  return {
    random,
    planted,
    scratch: new Float64Array(RING * CELL_COUNT),
    temperature: createField(random, 'temperature', REVEALED),
    rain: createField(random, 'rain', REVEALED),
    wind: createField(random, 'wind', WIND_REVEALED),
    ridge: createField(random, 'ridge', [1, 0]),
    pacific: random.getStream('weather/pacific'),
    storms: random.getStream('weather/storms'),
    events: createEventStreams(random),
  };
}

/** Prescribed ridge over a cell on a day, in standard deviations; null if none. */
export function findPlantedRidge(
  ridges: readonly PlantedRidge[],
  cell: number,
  day: number,
): number | null {
  for (const ridge of ridges)
    if (day >= ridge.firstDay && day <= ridge.lastDay && ridge.cells.includes(cell))
      return ridge.deviations;
  return null;
}

export const getLastDay = ({ firstDay, days }: WeatherEvent): number => firstDay + days - 1;
