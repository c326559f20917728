/**
 * Observations of a station.
 * Format: https://www.weather.gov/documentation/services-web-api
 * (`/stations/{station}/observations`).
 */
import { z } from 'zod';
import { DAY_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import type { WeatherCell } from '../../../weather/cell';
import { RefusedAnswer, readJson } from '../answer';
import type { ObservationReading } from '../reading';
import type { ParsedAnswer } from '../source';
import {
  readWeatherTime,
  toFahrenheit,
  toMillibars,
  toMph,
  toPercent,
  toRainInches,
} from '../weather-figures';

const QuantitySchema = z.object({
  unitCode: z.string().nullish(),
  value: z.number().nullable(),
  qualityControl: z.string().nullish(),
});
type Quantity = z.infer<typeof QuantitySchema>;

const OBSERVATIONS_MAX = 500;
const ObservationsSchema = z.object({
  features: z
    .array(
      z.object({
        properties: z.object({
          station: z.string(),
          timestamp: z.string(),
          temperature: QuantitySchema,
          relativeHumidity: QuantitySchema.nullish(),
          windSpeed: QuantitySchema.nullish(),
          barometricPressure: QuantitySchema.nullish(),
          precipitationLastHour: QuantitySchema.nullish(),
        }),
      }),
    )
    .max(OBSERVATIONS_MAX),
});
type Properties = z.infer<typeof ObservationsSchema>['features'][number]['properties'];

/** MADIS flags of values that failed a check: https://madis.ncep.noaa.gov/madis_sfc_qc_notes.shtml */
const FAILED_FLAGS: readonly string[] = ['qc:X', 'qc:B', 'qc:Q'];
/** Longest time between two observations of one answer. */
const SPAN_MAX_MS = 14 * DAY_MS;

/**
 * Reads the observations of a station, in order of time. One without a temperature, or with one
 * that failed quality control, is none. Throws RefusedAnswer.
 */
export function parseObservations(
  body: Uint8Array,
  cell: WeatherCell,
  station: string,
): ParsedAnswer {
  const { features } = readJson(body, ObservationsSchema);
  const readings = features
    .map(({ properties }) => readObservation(properties, cell, station))
    .filter((reading) => reading !== null)
    .sort((a, b) => a.validMs - b.validMs);
  checkTimes(readings.map(({ validMs }) => validMs));
  return { publishedMs: null, readings };
}

function checkTimes(times: readonly EpochMs[]): void {
  const twice = times.find((atMs, index) => atMs === times[index - 1]);
  if (twice !== undefined)
    throw new RefusedAnswer(`two observations are of ${new Date(twice).toISOString()}`);
  const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
  if (spanMs > SPAN_MAX_MS)
    throw new RefusedAnswer(
      `the observations are of ${Math.round(spanMs / DAY_MS)} days, expected at most 14`,
    );
}

function readObservation(
  properties: Properties,
  cell: WeatherCell,
  station: string,
): ObservationReading | null {
  if (!properties.station.endsWith(`/${station}`))
    throw new RefusedAnswer(
      `the station is ${JSON.stringify(properties.station.slice(0, 80))}, expected ${station}`,
    );
  const validMs = readWeatherTime(properties.timestamp, 'timestamp');
  const temperatureF = readQuantity(properties.temperature, toFahrenheit);
  if (temperatureF === null) return null;
  return {
    kind: 'observation',
    cell,
    station,
    validMs,
    temperatureF,
    humidityPercent: readQuantity(properties.relativeHumidity, toHumidity),
    windMph: readQuantity(properties.windSpeed, toMph),
    pressureMb: readQuantity(properties.barometricPressure, toMillibars),
    rainInches: readQuantity(properties.precipitationLastHour, toRainInches),
  };
}

function readQuantity(
  quantity: Quantity | null | undefined,
  convert: (value: number, unit: string) => number,
): number | null {
  if (quantity?.value == null) return null;
  if (FAILED_FLAGS.includes(quantity.qualityControl ?? '')) return null;
  return convert(quantity.value, quantity.unitCode ?? '');
}

/** The service computes humidity from rounded temperatures, so it may exceed 100% by a little. */
const HUMIDITY_MAX = 102;
const toHumidity = (value: number, unit: string): number =>
  toPercent(value > 100 && value <= HUMIDITY_MAX ? 100 : value, unit);
