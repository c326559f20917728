/**
 * Grid point of a place and the stations near it.
 * Format: https://www.weather.gov/documentation/services-web-api (`/points/{point}`,
 * `/gridpoints/{office}/{x},{y}/stations`).
 */
import { z } from 'zod';
import { CELL_PLACES, type WeatherCell } from '../../../weather/cell';
import { RefusedAnswer, readJson } from '../answer';
import type { ParsedAnswer } from '../source';
import { readNwsLink } from './links';

const PointSchema = z.object({
  properties: z.object({
    forecastGridData: z.string(),
    observationStations: z.string(),
    forecastZone: z.string().nullish(),
    county: z.string().nullish(),
  }),
});

const ZONE_ADDRESS = /^https:\/\/api\.weather\.gov\/zones\/(forecast|county)\/([A-Z0-9]{6})$/;

function readZone(address: string): string {
  const id = ZONE_ADDRESS.exec(address)?.[2];
  if (id === undefined)
    throw new RefusedAnswer(
      `the zone is ${JSON.stringify(address.slice(0, 80))}, expected an address of api.weather.gov`,
    );
  return id;
}

/** Reads the links of a cell's grid point. Throws RefusedAnswer. */
export function parsePoint(body: Uint8Array, cell: WeatherCell): ParsedAnswer {
  const { properties } = readJson(body, PointSchema);
  const { forecastGridData, observationStations, forecastZone, county } = properties;
  const zones =
    forecastZone != null && county != null
      ? { [`zones ${cell}`]: readNwsLink('zones', `${readZone(forecastZone)},${readZone(county)}`) }
      : {};
  return {
    publishedMs: null,
    readings: [],
    links: {
      [`forecastGridData ${cell}`]: readNwsLink('forecastGridData', forecastGridData),
      [`stations ${cell}`]: readNwsLink('stations', observationStations),
      ...zones,
    },
  };
}

const STATIONS_MAX = 500;
const StationsSchema = z.object({
  features: z
    .array(
      z.object({
        geometry: z.object({
          coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
        }),
        properties: z.object({ stationIdentifier: z.string() }),
      }),
    )
    .min(1)
    .max(STATIONS_MAX),
});

/** Airport stations of the United States, which report hourly with wind and pressure. */
const AIRPORT = /^[KP][A-Z]{3}$/;

/** Finds the station nearest to a cell, an airport if there is one. Throws RefusedAnswer. */
export function parseStations(body: Uint8Array, cell: WeatherCell): ParsedAnswer {
  const { features } = readJson(body, StationsSchema);
  const { latitude, longitude } = CELL_PLACES[cell];
  const longitudeScale = Math.cos((latitude * Math.PI) / 180);
  const stations = features.map(({ geometry, properties }) => {
    const [eastDegrees, northDegrees] = geometry.coordinates;
    return {
      id: readNwsLink('station', properties.stationIdentifier),
      distance: Math.hypot((eastDegrees - longitude) * longitudeScale, northDegrees - latitude),
    };
  });
  const airports = stations.filter(({ id }) => AIRPORT.test(id));
  const [nearest] = (airports.length > 0 ? airports : stations).sort(
    (a, b) => a.distance - b.distance,
  );
  if (!nearest) throw new RefusedAnswer('the answer lists no station');
  return { publishedMs: null, readings: [], links: { [`station ${cell}`]: nearest.id } };
}
