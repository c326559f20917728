/**
 * The weather as it stands at a midnight: what lasts, what is known of the coming days, and what
 * the day before was like.
 */
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import { MARKET_CELLS } from '../../weather/cell';
import type { Chance, Stream } from '../random-streams';
import { CELL_COUNT, CLIMATE, ninoRain, seasonTable } from './climate';
import { type WeatherEvent, eventStreams } from './event';
import type { Pacific } from './nino';
import type { Planted, StandingRidge } from './planted';
import { type Field, REVEALED, WIND_REVEALED, createField } from './reveal';
import type { Storm } from './storm';

/** Slots of the days to come: innovations of a day wait in slot `day % RING`. */
export const RING = LEAD_DAYS_MAX + 1;
export const WIND_RING = WIND_REVEALED.length - 1;
export const WIND_MEMORY = 0.8;
export const WIND_SHOCK = Math.sqrt(1 - WIND_MEMORY ** 2);
/** Deviation of the log of a day's wind. */
export const WIND_SPREAD = 0.35;
/** What a degree of El Nino adds to latent rain, by season and cell. */
export const NINO_RAIN = seasonTable(ninoRain);
export const WIND_MPH = Float64Array.from(MARKET_CELLS, (cell) => CLIMATE[cell].windMph);

/** Places in `WeatherState.values`, thirteen cells each; the held ones have a row for each slot. */
export const AT = {
  /** Departure of the ordinary weather of the day before, deg F. */
  departure: 0,
  /** Ridge and latent wind of the day before, standard normal in the long run. */
  ridge: CELL_COUNT,
  wind: 2 * CELL_COUNT,
  /** Water in the root zone. */
  soil: 3 * CELL_COUNT,
  /** Day on which a drought began that has not ended, -1 without. */
  drought: 4 * CELL_COUNT,
  /** The day before: mean temperature, rain, wind. */
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
  /** Events that are not over and begin within the longest lead, seen or not. */
  readonly events: readonly WeatherEvent[];
  /** Storms formed by this day that are not decided yet or were the day before, seen or not. */
  readonly storms: readonly Storm[];
  /** Categories that made landfall on the day before. */
  readonly landfall: { readonly gulf: number; readonly florida: number };
}

/** What a world's weather is drawn from. */
export interface Sources {
  readonly chance: Chance;
  readonly temperature: Field;
  readonly rain: Field;
  readonly wind: Field;
  readonly ridge: Field;
  readonly pacific: Stream;
  readonly storms: Stream;
  readonly events: readonly Stream[];
  readonly planted: Planted;
  readonly scratch: Float64Array;
}

export function createSources(chance: Chance, planted: Planted): Sources {
  return {
    chance,
    planted,
    scratch: new Float64Array(RING * CELL_COUNT),
    temperature: createField(chance, 'temperature', REVEALED),
    rain: createField(chance, 'rain', REVEALED),
    wind: createField(chance, 'wind', WIND_REVEALED),
    ridge: createField(chance, 'ridge', [1, 0]),
    pacific: chance.stream('weather/pacific'),
    storms: chance.stream('weather/storms'),
    events: eventStreams(chance),
  };
}

/** The ridge that was planted over a cell on a day, in deviations; null where none stands. */
export function standingRidge(
  ridges: readonly StandingRidge[],
  cell: number,
  day: number,
): number | null {
  for (const ridge of ridges)
    if (day >= ridge.firstDay && day <= ridge.lastDay && ridge.cells.includes(cell))
      return ridge.deviations;
  return null;
}

/** The last day of an event. */
export const getLastDay = ({ firstDay, days }: WeatherEvent): number => firstDay + days - 1;
