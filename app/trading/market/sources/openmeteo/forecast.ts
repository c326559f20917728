/**
 * Hourly model forecast of a place. Format: https://open-meteo.com/en/docs. Figures of
 * precipitation, its probability and radiation are of the hour before the stated time.
 */
import { z } from 'zod';
import { DAY_MS, HOUR_MS, getMidnight } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { computeMean } from '../../../statistics/sample';
import { CELL_PLACES, type WeatherCell } from '../../../weather/cell';
import { RefusedAnswer, checkNumber, readJson } from '../answer';
import { type ForecastHour, summarizeDays } from '../forecast-days';
import type { SourceForecastDay } from '../reading';
import type { ParsedAnswer } from '../source';
import { readWeatherTime, toFahrenheit, toMph, toPercent, toRainInches } from '../weather-figures';
import { computeSunShare } from './sunshine';

/** Hourly variables, in the order of the request. */
export const OPEN_METEO_VARIABLES = [
  'temperature_2m',
  'precipitation',
  'wind_speed_10m',
  'precipitation_probability',
  'shortwave_radiation',
] as const;

/** The service runs its models at 00, 06, 12 and 18 UTC. */
export const CYCLE_MS = 6 * HOUR_MS;

const HOURS_MAX = 24 * 18;
const ValuesSchema = z.array(z.number().nullable()).max(HOURS_MAX);
const ErrorSchema = z.object({ error: z.boolean().nullish(), reason: z.string().nullish() });
const ForecastSchema = z.object({
  latitude: z.number(),
  longitude: z.number(),
  utc_offset_seconds: z.literal(0),
  current: z.object({ time: z.string() }),
  hourly_units: z.object({
    time: z.literal('iso8601'),
    temperature_2m: z.string(),
    precipitation: z.string(),
    wind_speed_10m: z.string(),
    precipitation_probability: z.string(),
    shortwave_radiation: z.literal('W/m²'),
  }),
  hourly: z.object({
    time: z.array(z.string()).min(1).max(HOURS_MAX),
    temperature_2m: ValuesSchema,
    precipitation: ValuesSchema,
    wind_speed_10m: ValuesSchema,
    precipitation_probability: ValuesSchema,
    shortwave_radiation: ValuesSchema,
  }),
});
type Forecast = z.infer<typeof ForecastSchema>;

/** The grid of the coarsest model is a quarter of a degree. */
const PLACE_DEGREES_MAX = 0.5;
const WATTS = { what: 'the radiation in W/m2', min: 0, max: 1500 };

/**
 * Reads the forecast of a cell. The answer states no model run: `issuedMs` is the start of the
 * six-hour cycle of the answer's current time, and earlier hours are left out. Throws
 * RefusedAnswer.
 */
export function parseOpenMeteoForecast(body: Uint8Array, cell: WeatherCell): ParsedAnswer {
  const { error, reason } = readJson(body, ErrorSchema);
  if (error === true)
    throw new RefusedAnswer(`the source reports: ${reason?.slice(0, 200) ?? 'no reason'}`);
  const answer = readJson(body, ForecastSchema);
  checkPlace(answer, cell);
  const currentMs = readLocalTime(answer.current.time, 'the current time');
  const issuedMs = Math.floor(currentMs / CYCLE_MS) * CYCLE_MS;
  const times = answer.hourly.time.map((text) => readLocalTime(text, 'an hour'));
  checkSeries(answer, times);
  const [firstMs = 0] = times;
  if (Math.abs(currentMs - firstMs) > 2 * DAY_MS)
    throw new RefusedAnswer(
      `the hours begin at ${answer.hourly.time[0]}, expected near ${answer.current.time}`,
    );
  const hours = times
    .map((startsMs, index) => readHour(answer, startsMs, index))
    .filter((hour) => hour !== null)
    .filter(({ startsMs }) => startsMs >= issuedMs);
  if (hours.length === 0)
    throw new RefusedAnswer(
      `the answer has ${times.length} hours and no temperature from ${new Date(issuedMs).toISOString()} on`,
    );
  const days = summarizeDays(hours).map((day) => addSunshine(day, answer, cell));
  const model = 'Open-Meteo best match';
  return { publishedMs: null, readings: [{ kind: 'forecast', cell, model, issuedMs, days }] };
}

function checkPlace({ latitude, longitude }: Forecast, cell: WeatherCell): void {
  const place = CELL_PLACES[cell];
  const degrees = Math.max(
    Math.abs(latitude - place.latitude),
    Math.abs(longitude - place.longitude),
  );
  if (degrees > PLACE_DEGREES_MAX)
    throw new RefusedAnswer(
      `the place is ${latitude}, ${longitude}, expected ${place.latitude}, ${place.longitude}`,
    );
}

/** Times are UTC without a zone, as `utc_offset_seconds` confirms. */
function readLocalTime(text: string, what: string): EpochMs {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text))
    throw new RefusedAnswer(`${what} is no time: ${JSON.stringify(text.slice(0, 40))}`);
  return readWeatherTime(`${text}Z`, what);
}

function checkSeries({ hourly }: Forecast, times: readonly EpochMs[]): void {
  const gap = times.findIndex((ms, index) => index > 0 && ms - (times[index - 1] ?? 0) !== HOUR_MS);
  if (gap !== -1)
    throw new RefusedAnswer(`the hour ${hourly.time[gap]} does not follow ${hourly.time[gap - 1]}`);
  const short = OPEN_METEO_VARIABLES.find((name) => hourly[name].length !== times.length);
  if (short)
    throw new RefusedAnswer(
      `the answer has ${hourly[short].length} values of ${short}, expected ${times.length}`,
    );
}

function readHour(answer: Forecast, startsMs: EpochMs, index: number): ForecastHour | null {
  const { hourly, hourly_units: units } = answer;
  const convertAt = (
    name: 'temperature_2m' | 'wind_speed_10m' | 'precipitation' | 'precipitation_probability',
    at: number,
    convert: (value: number, unit: string) => number,
  ): number | null => {
    const value = hourly[name][at] ?? null;
    return value === null ? null : convert(value, units[name]);
  };
  const temperatureF = convertAt('temperature_2m', index, toFahrenheit);
  const windMph = convertAt('wind_speed_10m', index, toMph);
  const rainInches = convertAt('precipitation', index + 1, toRainInches);
  const percent = convertAt('precipitation_probability', index + 1, toPercent);
  if (temperatureF === null) return null;
  return {
    startsMs,
    temperatureF,
    windMph,
    rainInches,
    rainChance: percent === null ? null : percent / 100,
  };
}

/** Sunshine of days whose 24 hours of radiation are all stated. */
function addSunshine(
  day: SourceForecastDay,
  { hourly }: Forecast,
  cell: WeatherCell,
): SourceForecastDay {
  const watts = hourly.time
    .map((text, index) => ({
      endsMs: readLocalTime(text, 'an hour'),
      watts: hourly.shortwave_radiation[index] ?? null,
    }))
    .filter(({ endsMs }) => getMidnight(endsMs - 1) === day.dayMs)
    .map((each) => each.watts)
    .filter((value) => value !== null)
    .map((value) => checkNumber(value, WATTS));
  if (watts.length < 24) return day;
  return {
    ...day,
    sunShare: computeSunShare(computeMean(watts), CELL_PLACES[cell].latitude, day.dayMs),
  };
}
