/**
 * Raw forecast of a grid point. Unlike the hourly product, it has amounts of precipitation and
 * cloud cover.
 * Format: https://www.weather.gov/documentation/services-web-api (`/gridpoints/{office}/{x},{y}`);
 * equal hours are merged into one interval, amounts of precipitation are not:
 * https://github.com/weather-gov/api/issues/21.
 */
import { z } from 'zod';
import { DAY_MS, HOUR_MS, getMidnight } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { computeMean } from '../../../statistics/sample';
import { CELL_PLACES, type WeatherCell } from '../../../weather/cell';
import { RefusedAnswer, readJson } from '../answer';
import { type ForecastHour, summarizeDays } from '../forecast-days';
import type { ParsedAnswer } from '../source';
import { readWeatherTime, toFahrenheit, toMph, toPercent, toRainInches } from '../weather-figures';

const INTERVALS_MAX = 400;
/** An office that does not forecast a figure leaves its list empty, also without a unit. */
const LayerSchema = z.object({
  uom: z.string().nullish(),
  values: z
    .array(z.object({ validTime: z.string(), value: z.number().nullable() }))
    .max(INTERVALS_MAX),
});
// Not `maxTemperature` and `minTemperature`: they are of half days that cross midnight UTC.
const GridSchema = z.object({
  properties: z.object({
    updateTime: z.string(),
    temperature: LayerSchema,
    windSpeed: LayerSchema,
    skyCover: LayerSchema,
    probabilityOfPrecipitation: LayerSchema,
    quantitativePrecipitation: LayerSchema,
  }),
});
type Layers = Omit<z.infer<typeof GridSchema>['properties'], 'updateTime'>;

interface Grid {
  readonly issuedMs: EpochMs;
  readonly layers: Layers;
}

/** Value of an hour by its start; null where the source has none. */
type HourlyValues = ReadonlyMap<EpochMs, number | null>;

/**
 * Reads the forecast of a cell, by UTC day. An hour without a temperature is none. Precipitation is
 * the sum over the hours of the day that have a temperature, and null where one of them has no
 * amount: a part of the sum would be too low. Throws RefusedAnswer, also for a forecast without any
 * temperature.
 */
export function parseGridForecast(body: Uint8Array, cell: WeatherCell): ParsedAnswer {
  const { updateTime, ...layers } = readJson(body, GridSchema).properties;
  const issuedMs = readWeatherTime(updateTime, 'updateTime');
  const grid: Grid = { issuedMs, layers };
  const hours = listHours(grid);
  if (hours.length === 0)
    throw new RefusedAnswer(
      `the forecast has ${layers.temperature.values.length} intervals and no temperature`,
    );
  const covers = readLayer(grid, 'skyCover', toPercent);
  const days = summarizeDays(hours).map((day) => ({
    ...day,
    sunShare: computeSunShare(day.dayMs, covers, cell),
  }));
  return {
    publishedMs: issuedMs,
    readings: [{ kind: 'forecast', cell, model: 'NWS', issuedMs, days }],
  };
}

function listHours(grid: Grid): readonly ForecastHour[] {
  const temperatures = readLayer(grid, 'temperature', toFahrenheit);
  const winds = readLayer(grid, 'windSpeed', toMph);
  const rains = readLayer(grid, 'quantitativePrecipitation', shareRain);
  const chances = readLayer(grid, 'probabilityOfPrecipitation', toChance);
  return [...temperatures].flatMap(([startsMs, temperatureF]) =>
    temperatureF === null
      ? []
      : {
          startsMs,
          temperatureF,
          windMph: winds.get(startsMs) ?? null,
          rainInches: rains.get(startsMs) ?? null,
          rainChance: chances.get(startsMs) ?? null,
        },
  );
}

/** An amount is a sum over its interval, shared evenly by the hours. */
const shareRain = (amount: number, unit: string, hours: number): number =>
  toRainInches(amount / hours, unit);

const toChance = (percent: number, unit: string): number => toPercent(percent, unit) / 100;

/** Reads a layer by the hour. Throws RefusedAnswer for intervals that overlap. */
function readLayer(
  { issuedMs, layers }: Grid,
  name: keyof Layers,
  convert: (value: number, unit: string, hours: number) => number,
): HourlyValues {
  const { uom, values } = layers[name];
  const byHour = new Map<EpochMs, number | null>();
  for (const { validTime, value } of values) {
    const { startsMs, hours } = readInterval(validTime, name, issuedMs);
    const ofHour = value === null ? null : convert(value, uom ?? '', hours);
    for (let hour = 0; hour < hours; hour += 1) {
      const hourMs = startsMs + hour * HOUR_MS;
      if (byHour.has(hourMs))
        throw new RefusedAnswer(`${name} has two values of ${new Date(hourMs).toISOString()}`);
      byHour.set(hourMs, ofHour);
    }
  }
  return byHour;
}

/** Start and ISO 8601 duration in days and hours, such as `2026-11-27T06:00:00+00:00/P1DT6H`. */
const VALID_TIME = /^(.{1,40})\/P(?:(\d{1,2})D)?(?:T(\d{1,3})H)?$/;
/** Range of valid times around the time of issue; the first hours lie before it. */
const BEFORE_ISSUE_MS = 2 * DAY_MS;
const AFTER_ISSUE_MS = 12 * DAY_MS;

function readInterval(
  validTime: string,
  name: string,
  issuedMs: EpochMs,
): { readonly startsMs: EpochMs; readonly hours: number } {
  const [, start = '', days = 0, rest = 0] = VALID_TIME.exec(validTime) ?? [];
  const hours = Number(days) * 24 + Number(rest);
  const found = `validTime of ${name} is ${JSON.stringify(validTime.slice(0, 60))}`;
  if (hours === 0) throw new RefusedAnswer(`${found}, expected a start and hours such as /PT6H`);
  const startsMs = readWeatherTime(start, `validTime of ${name}`);
  if (startsMs % HOUR_MS !== 0) throw new RefusedAnswer(`${found}, expected a full hour`);
  if (
    startsMs < issuedMs - BEFORE_ISSUE_MS ||
    startsMs + hours * HOUR_MS > issuedMs + AFTER_ISSUE_MS
  )
    throw new RefusedAnswer(
      `${found}, not of the forecast issued at ${new Date(issuedMs).toISOString()}`,
    );
  return { startsMs, hours };
}

// Daylight in hours of local solar time: short of sunrise and sunset for most of the year.
const DAYLIGHT_FROM = 8;
const DAYLIGHT_UNTIL = 17;
const MS_A_DEGREE = DAY_MS / 360;

function isDaylight(startsMs: EpochMs, cell: WeatherCell): boolean {
  const solarMs = startsMs + HOUR_MS / 2 + CELL_PLACES[cell].longitude * MS_A_DEGREE;
  const hour = (solarMs - getMidnight(solarMs)) / HOUR_MS;
  return hour >= DAYLIGHT_FROM && hour < DAYLIGHT_UNTIL;
}

/** Mean share of clear sky over the daylight hours of a UTC day with a value; null without any. */
function computeSunShare(dayMs: EpochMs, covers: HourlyValues, cell: WeatherCell): number | null {
  const percents = [...covers]
    .filter(([startsMs]) => getMidnight(startsMs) === dayMs && isDaylight(startsMs, cell))
    .map(([, percent]) => percent)
    .filter((percent) => percent !== null);
  if (percents.length === 0) return null;
  return 1 - computeMean(percents) / 100;
}
