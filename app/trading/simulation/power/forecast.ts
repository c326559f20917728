/**
 * The weather of a coming day as power has to reckon with it: values of warmth and wind with their chances.
 * It knows forecasts up to two weeks ahead and the climate beyond; it refuses truth before its day.
 */
import { expectedAbove } from '../chance';
import { CYCLES_PER_DAY, type Outlook, type WeatherPart } from '../parts';
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import { type WarmthNodes, warmthNodes } from './warmth-nodes';

/** The log of wind: its standard deviation, and what of a departure is left a day later. */
const WIND_LOG_SD = 0.4;
const WIND_MEMORY = 0.8;

/** Gauss-Hermite rule of three points for a standard normal: exact for the fifth power. */
const RULE_AT = [-Math.sqrt(3), 0, Math.sqrt(3)] as const;
const RULE_CHANCE = [1 / 6, 2 / 3, 1 / 6] as const;

export interface DayForecast extends WarmthNodes {
  /** Daily winds, mph, each with its chance. */
  readonly windMph: Float64Array;
  readonly windChance: Float64Array;
  readonly windMeanMph: number;
  /** Standard deviation of the daily wind over its mean. */
  readonly windSd: number;
}

function windLogSd(lead: number, cycles: number): number {
  if (lead > LEAD_DAYS_MAX) return WIND_LOG_SD;
  const seen = WIND_MEMORY ** 2 + (1 - WIND_MEMORY ** 2) * (cycles / CYCLES_PER_DAY);
  return WIND_LOG_SD * Math.sqrt(Math.max(0, 1 - WIND_MEMORY ** (2 * lead) * seen));
}

function withWind(warmth: WarmthNodes, windMeanMph: number, logSd: number): DayForecast {
  return {
    ...warmth, windMeanMph, windSd: Math.sqrt(Math.expm1(logSd * logSd)),
    windMph: Float64Array.from(RULE_AT, (at) => windMeanMph * Math.exp(logSd * at - (logSd * logSd) / 2)),
    windChance: Float64Array.from(RULE_CHANCE),
  };
}

/** What an outlook says of a cell so many days ahead, 0 to 14. */
export function forecastDay(outlook: Outlook, cell: number, lead: number): DayForecast {
  const warmth = warmthNodes(outlook.meanF(cell, lead), (baseF) => outlook.expectedAboveF(cell, lead, baseF));
  return withWind(warmth, outlook.windMph(cell, lead), windLogSd(lead, outlook.cycles));
}

/** What the climate says of a cell on a day: as good as nothing is known more than two weeks ahead. */
export function climateDay(weather: WeatherPart, cell: number, day: number): DayForecast {
  const { meanF, sdF, windMph } = weather.climate(cell, day);
  return withWind(warmthNodes(meanF, (baseF) => expectedAbove(meanF, sdF, baseF)), windMph, windLogSd(LEAD_DAYS_MAX + 1, 0));
}

export const isForecast = (lead: number): boolean => lead <= LEAD_DAYS_MAX;
