/**
 * The weather of a coming day as power has to reckon with it: values of warmth and wind with their
 * chances.
 */
import { expectedAbove } from '../random-streams';
import { CYCLES_PER_DAY, type Outlook, type WeatherPart } from '../parts';
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import { seasonRow } from '../weather/climate';
import { WIND_REVEALED } from '../weather/reveal';
import { MEMORY, ORDINARY_SD_F, RIDGE_MEMORY, RIDGE_PART } from '../weather/season';
import { WIND_MEMORY, WIND_SPREAD } from '../weather/state';
import { type WarmthNodes, warmthNodes } from './warmth-nodes';

/**
 * Gauss-Hermite rule of three points for a standard normal: exact to the fifth power; its points
 * are at 0 and so far to each side.
 */
const RULE_REACH = Math.sqrt(3);
const RULE_CHANCE = [1 / 6, 2 / 3, 1 / 6] as const;

export interface DayForecast extends WarmthNodes {
  /** Daily winds, mph, each with its chance. */
  readonly windMph: readonly number[];
  readonly windChance: readonly number[];
  readonly windMeanMph: number;
  /** Standard deviation of the daily wind over its mean. */
  readonly windSd: number;
}

/** Deviation of the log of wind by lead and cycles: an AR(1) whose shocks are foreseen in part. */
const WIND_LOG_SD = Float64Array.from(
  { length: (LEAD_DAYS_MAX + 1) * (CYCLES_PER_DAY + 1) },
  (_, place) => {
    const cycles = place % (CYCLES_PER_DAY + 1);
    let variance = 0;
    for (let lead = 0; lead <= Math.floor(place / (CYCLES_PER_DAY + 1)); lead += 1) {
      const before = WIND_REVEALED[lead + 1] ?? 0;
      const seen = before + (cycles / CYCLES_PER_DAY) * ((WIND_REVEALED[lead] ?? 0) - before);
      variance = WIND_MEMORY ** 2 * variance + (1 - seen) * (1 - WIND_MEMORY ** 2);
    }
    return WIND_SPREAD * Math.sqrt(variance);
  },
);

function withWind(warmth: WarmthNodes, windMeanMph: number, logSd: number): DayForecast {
  const middle = windMeanMph * Math.exp(-0.5 * logSd * logSd);
  const step = Math.exp(logSd * RULE_REACH);
  const { degreesF, chance } = warmth;
  return {
    degreesF,
    chance,
    windMeanMph,
    windSd: Math.sqrt(Math.expm1(logSd * logSd)),
    windMph: [middle / step, middle, middle * step],
    windChance: RULE_CHANCE,
  };
}

/** What an outlook says of a cell so many days ahead, 0 to 14. */
export function forecastDay(outlook: Outlook, cell: number, lead: number): DayForecast {
  const warmth = warmthNodes(outlook.meanF(cell, lead), (baseF) =>
    outlook.expectedAboveF(cell, lead, baseF),
  );
  return withWind(
    warmth,
    outlook.windMph(cell, lead),
    WIND_LOG_SD[lead * (CYCLES_PER_DAY + 1) + outlook.cycles] ?? WIND_SPREAD,
  );
}

/** What the climate says of a cell on a day, `warmerF` above its mean. */
export function climateDay(
  weather: WeatherPart,
  cell: number,
  day: number,
  warmerF = 0,
): DayForecast {
  const { meanF, sdF, windMph } = weather.climate(cell, day);
  const mean = meanF + warmerF;
  return withWind(
    warmthNodes(mean, (baseF) => expectedAbove(mean, sdF, baseF)),
    windMph,
    WIND_SPREAD,
  );
}

/**
 * By how much the last day of a forecast departs from the climate: its ridge, in ordinary
 * deviations, and all else, deg F.
 */
export interface Lingering {
  readonly ridge: number;
  readonly rest: number;
}

export function computeLingering(weather: WeatherPart, outlook: Outlook, cell: number): Lingering {
  const last = outlook.day + LEAD_DAYS_MAX;
  const ridge = RIDGE_PART * outlook.ridge(cell, LEAD_DAYS_MAX);
  return {
    ridge,
    rest:
      outlook.meanF(cell, LEAD_DAYS_MAX) -
      weather.climate(cell, last).meanF -
      ridge * ordinarySdF(last, cell),
  };
}

const BEYOND_MAX = 64;
const kept = (memory: number): Float64Array =>
  Float64Array.from({ length: BEYOND_MAX }, (_, beyond) => memory ** beyond);
const [RIDGE_KEPT, REST_KEPT] = [kept(RIDGE_MEMORY), kept(MEMORY)];

/**
 * Degrees above the climate that are expected of a day beyond the forecast: the ridge lasts for
 * weeks, the rest for days.
 */
export function lingeringF(
  { ridge, rest }: Lingering,
  cell: number,
  day: number,
  lead: number,
): number {
  const beyond = lead - LEAD_DAYS_MAX;
  return (
    ridge * (RIDGE_KEPT[beyond] ?? 0) * ordinarySdF(day, cell) + rest * (REST_KEPT[beyond] ?? 0)
  );
}

const ordinarySdF = (day: number, cell: number): number =>
  ORDINARY_SD_F[seasonRow(day) + cell] ?? 0;

export const isForecast = (lead: number): boolean => lead <= LEAD_DAYS_MAX;
