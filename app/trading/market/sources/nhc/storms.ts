/**
 * Active tropical cyclones. Format:
 * https://www.nhc.noaa.gov/productexamples/NHC_JSON_Sample.json and its reference. Intensity is in
 * knots, the movement in mph.
 */
import { z } from 'zod';
import { RefusedAnswer, checkNumber, readJson, readOptionalNumber } from '../answer';
import type { StormReading } from '../reading';
import type { ParsedAnswer } from '../source';
import { readWeatherTime, toMillibars, toMph } from '../weather-figures';

const STORMS_MAX = 40;
const FigureSchema = z.union([z.string().max(20), z.number()]).nullish();
const StormSchema = z.object({
  id: z.string().regex(/^[a-z]{2}\d{6}$/i),
  name: z.string().min(1).max(60),
  classification: z.string().regex(/^[A-Z]{2,3}$/),
  intensity: z.union([z.string().max(20), z.number()]),
  pressure: FigureSchema,
  latitudeNumeric: z.number(),
  longitudeNumeric: z.number(),
  movementDir: FigureSchema,
  movementSpeed: FigureSchema,
  lastUpdate: z.string(),
});
const StormsSchema = z.object({ activeStorms: z.array(StormSchema).max(STORMS_MAX) });
type Storm = z.infer<typeof StormSchema>;

/** Reads the active storms. An empty list is normal. Throws RefusedAnswer. */
export function parseStorms(body: Uint8Array): ParsedAnswer {
  const readings = readJson(body, StormsSchema).activeStorms.map(readStorm);
  const twice = readings.find(({ id }, index) => readings.slice(0, index).some((b) => b.id === id));
  if (twice) throw new RefusedAnswer(`the storm ${twice.id} is listed twice`);
  const publishedMs = readings.length > 0 ? Math.max(...readings.map(({ atMs }) => atMs)) : null;
  return { publishedMs, readings };
}

function readStorm(storm: Storm): StormReading {
  const knots = readFigure(storm.intensity, { what: 'the intensity in knots', min: 5, max: 200 });
  if (knots === null)
    throw new RefusedAnswer(`the storm ${storm.id} has no intensity, expected knots`);
  const pressure = readFigure(storm.pressure, { what: 'the pressure in mb', min: 850, max: 1050 });
  return {
    kind: 'storm',
    id: storm.id.toLowerCase(),
    name: storm.name,
    classification: storm.classification,
    atMs: readWeatherTime(storm.lastUpdate, 'lastUpdate'),
    latitude: checkNumber(storm.latitudeNumeric, { what: 'the latitude', min: 0, max: 75 }),
    longitude: checkNumber(storm.longitudeNumeric, { what: 'the longitude', min: -180, max: 180 }),
    windMph: toMph(knots, 'kt'),
    pressureMb: pressure === null ? null : toMillibars(pressure, 'mb'),
    movingDegrees: readFigure(storm.movementDir, { what: 'movementDir', min: 0, max: 360 }),
    movingMph: readFigure(storm.movementSpeed, { what: 'movementSpeed', min: 0, max: 100 }),
  };
}

const readFigure = (
  value: string | number | null | undefined,
  bounds: { readonly what: string; readonly min: number; readonly max: number },
): number | null => (value == null ? null : readOptionalNumber(String(value), bounds));
