/**
 * Hourly forecast of a grid point.
 * Format: https://www.weather.gov/documentation/services-web-api
 * (`/gridpoints/{office}/{x},{y}/forecast/hourly`).
 */
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import type { WeatherCell } from '../../../weather/cell';
import { RefusedAnswer, readJson } from '../answer';
import { type ForecastHour, summarizeDays } from '../forecast-days';
import type { ParsedAnswer } from '../source';
import { readWeatherTime, toFahrenheit, toMph, toPercent } from '../weather-figures';

const QuantitySchema = z.object({
  unitCode: z.string().nullish(),
  value: z.number().nullish(),
  minValue: z.number().nullish(),
  maxValue: z.number().nullish(),
});

const PERIODS_MAX = 400;
const PeriodSchema = z.object({
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  temperature: z.union([z.number(), QuantitySchema]).nullable(),
  temperatureUnit: z.string().nullish(),
  windSpeed: z.union([z.string(), QuantitySchema]).nullish(),
  probabilityOfPrecipitation: QuantitySchema.nullish(),
});
const ForecastSchema = z.object({
  properties: z.object({ updateTime: z.string(), periods: z.array(PeriodSchema).max(PERIODS_MAX) }),
});
type Period = z.infer<typeof PeriodSchema>;

/** Range of valid times around the time of issue. */
const BEFORE_ISSUE_MS = 2 * DAY_MS;
const AFTER_ISSUE_MS = 12 * DAY_MS;

/**
 * Reads the hourly forecast of a cell, by UTC day. A period without a temperature is none. Throws
 * RefusedAnswer, also for a forecast without any period.
 */
export function parseHourlyForecast(body: Uint8Array, cell: WeatherCell): ParsedAnswer {
  const { updateTime, periods } = readJson(body, ForecastSchema).properties;
  const issuedMs = readWeatherTime(updateTime, 'updateTime');
  const hours = periods.map(readPeriod).filter((hour) => hour !== null);
  if (hours.length === 0)
    throw new RefusedAnswer(
      `the forecast has ${periods.length} periods and no temperature, expected hours`,
    );
  const outside = hours.find((hour) => !isNearIssue(hour.startsMs, issuedMs));
  if (outside)
    throw new RefusedAnswer(
      `the hour ${new Date(outside.startsMs).toISOString()} is not of the forecast issued at ${updateTime}`,
    );
  return {
    publishedMs: issuedMs,
    readings: [{ kind: 'forecast', cell, model: 'NWS', issuedMs, days: summarizeDays(hours) }],
  };
}

const isNearIssue = (startsMs: EpochMs, issuedMs: EpochMs): boolean =>
  startsMs >= issuedMs - BEFORE_ISSUE_MS && startsMs <= issuedMs + AFTER_ISSUE_MS;

function readPeriod(period: Period): ForecastHour | null {
  const temperatureF = readTemperature(period);
  if (temperatureF === null) return null;
  const startsMs = readWeatherTime(period.startTime ?? '', 'startTime');
  const endsMs = readWeatherTime(period.endTime ?? '', 'endTime');
  if (endsMs - startsMs !== HOUR_MS)
    throw new RefusedAnswer(
      `the period from ${period.startTime} ends at ${period.endTime}, expected an hour later`,
    );
  return {
    startsMs,
    temperatureF,
    windMph: readWind(period.windSpeed),
    // Stated by the raw grid only.
    rainInches: null,
    rainChance: readChance(period.probabilityOfPrecipitation),
  };
}

function readTemperature({ temperature, temperatureUnit }: Period): number | null {
  if (temperature === null) return null;
  if (typeof temperature === 'number') return toFahrenheit(temperature, temperatureUnit ?? '');
  return temperature.value == null
    ? null
    : toFahrenheit(temperature.value, temperature.unitCode ?? '');
}

const WIND_TEXT = /^(\d{1,3})(?: to (\d{1,3}))? (mph|km\/h|kt)$/;

/** The middle of a stated range. */
function readWind(wind: Period['windSpeed']): number | null {
  if (wind == null || wind === '') return null;
  if (typeof wind !== 'string') {
    const low = wind.value ?? wind.minValue;
    const high = wind.value ?? wind.maxValue ?? low;
    return low == null || high == null ? null : toMph((low + high) / 2, wind.unitCode ?? '');
  }
  const match = WIND_TEXT.exec(wind);
  if (!match)
    throw new RefusedAnswer(
      `windSpeed is ${JSON.stringify(wind.slice(0, 40))}, expected such as '10 to 15 mph'`,
    );
  const low = Number(match[1]);
  return toMph((low + Number(match[2] ?? low)) / 2, match[3] ?? '');
}

const readChance = (chance: Period['probabilityOfPrecipitation']): number | null =>
  chance?.value == null ? null : toPercent(chance.value, chance.unitCode ?? '') / 100;
