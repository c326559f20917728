/** Distribution of a day's temperature and wind for power pricing, as nodes with probabilities. */
import { expectedAbove } from '../random-streams';
import { CYCLES_PER_DAY, type Outlook, type WeatherModel } from '../market-models';
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import { getSeasonRow } from '../weather/climate';
import { WIND_REVEALED } from '../weather/forecast-evolution';
import { MEMORY, ORDINARY_SD_F, RIDGE_MEMORY, RIDGE_WEIGHT } from '../weather/season-tables';
import { WIND_MEMORY, WIND_SPREAD } from '../weather/weather-state';
import { type TemperatureNodes, computeTemperatureNodes } from './temperature-nodes';

/**
 * Three-point Gauss-Hermite rule for a standard normal, exact to degree five: nodes at 0 and at
 * this distance to each side.
 */
const RULE_REACH = Math.sqrt(3);
const RULE_WEIGHTS = [1 / 6, 2 / 3, 1 / 6] as const;

export interface DayForecast extends TemperatureNodes {
  /** Nodes of the daily wind, mph, and their probabilities. */
  readonly windMph: readonly number[];
  readonly windProbability: readonly number[];
  readonly windMeanMph: number;
  /** Standard deviation of the daily wind divided by its mean. */
  readonly windSd: number;
}

/**
 * Standard deviation of log wind by lead and cycles: an AR(1) whose shocks are partly forecast.
 */
const WIND_LOG_SD = Float64Array.from(
  { length: (LEAD_DAYS_MAX + 1) * (CYCLES_PER_DAY + 1) },
  (_, index) => {
    const cycles = index % (CYCLES_PER_DAY + 1);
    let variance = 0;
    for (let lead = 0; lead <= Math.floor(index / (CYCLES_PER_DAY + 1)); lead += 1) {
      const before = WIND_REVEALED[lead + 1] ?? 0;
      const revealed = before + (cycles / CYCLES_PER_DAY) * ((WIND_REVEALED[lead] ?? 0) - before);
      variance = WIND_MEMORY ** 2 * variance + (1 - revealed) * (1 - WIND_MEMORY ** 2);
    }
    return WIND_SPREAD * Math.sqrt(variance);
  },
);

function addWind(warmth: TemperatureNodes, windMeanMph: number, logSd: number): DayForecast {
  const middle = windMeanMph * Math.exp(-0.5 * logSd * logSd);
  const step = Math.exp(logSd * RULE_REACH);
  const { degreesF, probability } = warmth;
  return {
    degreesF,
    probability,
    windMeanMph,
    windSd: Math.sqrt(Math.expm1(logSd * logSd)),
    windMph: [middle / step, middle, middle * step],
    windProbability: RULE_WEIGHTS,
  };
}

/** Forecast of a cell `lead` days ahead, 0 to 14. */
export function buildDayForecast(outlook: Outlook, cell: number, lead: number): DayForecast {
  const warmth = computeTemperatureNodes(outlook.meanF(cell, lead), (baseF) =>
    outlook.expectedAboveF(cell, lead, baseF),
  );
  return addWind(
    warmth,
    outlook.windMph(cell, lead),
    WIND_LOG_SD[lead * (CYCLES_PER_DAY + 1) + outlook.cycles] ?? WIND_SPREAD,
  );
}

/** Climatology of a cell on a day, `warmerF` above its mean. */
export function buildClimateDay(
  weather: Pick<WeatherModel, 'getClimate'>,
  cell: number,
  day: number,
  warmerF = 0,
): DayForecast {
  const { meanF, sdF, windMph } = weather.getClimate(cell, day);
  const mean = meanF + warmerF;
  return addWind(
    computeTemperatureNodes(mean, (baseF) => expectedAbove(mean, sdF, baseF)),
    windMph,
    WIND_SPREAD,
  );
}

/**
 * Anomaly of the last forecast day: the ridge in ordinary standard deviations, and the rest in deg
 * F.
 */
export interface Persistence {
  readonly ridge: number;
  readonly rest: number;
}

export function computePersistence(
  weather: Pick<WeatherModel, 'getClimate'>,
  outlook: Outlook,
  cell: number,
): Persistence {
  const last = outlook.day + LEAD_DAYS_MAX;
  const ridge = RIDGE_WEIGHT * outlook.getRidge(cell, LEAD_DAYS_MAX);
  return {
    ridge,
    rest:
      outlook.meanF(cell, LEAD_DAYS_MAX) -
      weather.getClimate(cell, last).meanF -
      ridge * getOrdinarySdF(last, cell),
  };
}

const BEYOND_MAX = 64;
const computePowers = (memory: number): Float64Array =>
  Float64Array.from({ length: BEYOND_MAX }, (_, beyond) => memory ** beyond);
const [RIDGE_DECAY, REST_DECAY] = [computePowers(RIDGE_MEMORY), computePowers(MEMORY)];

/**
 * Expected degrees above climatology on a day beyond the forecast: the ridge lasts weeks, the rest
 * days.
 */
export function computePersistenceF(
  { ridge, rest }: Persistence,
  cell: number,
  day: number,
  lead: number,
): number {
  const beyond = lead - LEAD_DAYS_MAX;
  return (
    ridge * (RIDGE_DECAY[beyond] ?? 0) * getOrdinarySdF(day, cell) +
    rest * (REST_DECAY[beyond] ?? 0)
  );
}

const getOrdinarySdF = (day: number, cell: number): number =>
  ORDINARY_SD_F[getSeasonRow(day) + cell] ?? 0;

export const isInForecastRange = (lead: number): boolean => lead <= LEAD_DAYS_MAX;
