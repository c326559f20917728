// Map coordinates of states and market regions.
import { computeMean } from '../../trading/statistics/sample';
import { geoAlbersUsa } from 'd3-geo';
import type { MapPoint } from '../../contracts/maps';
import { CELL_PLACES } from '../../trading/weather/cell';
import { MARKET_REGIONS, type MarketRegion, getPlace } from '../../trading/weather/places';
import { STATES } from '../../trading/weather/states';

/** Projection of the us-atlas outlines, 975 x 610. */
const project = geoAlbersUsa().scale(1300).translate([487.5, 305]);

function projectPoint(longitude: number, latitude: number): MapPoint {
  const found = project([longitude, latitude]);
  if (!found) throw new Error(`${latitude} N ${longitude} E lies outside the map`);
  return { x: Math.round(found[0]), y: Math.round(found[1]) };
}

const STATE_POINTS: ReadonlyMap<string, MapPoint> = new Map(
  STATES.map(({ fips, latitude, longitude }) => [fips, projectPoint(longitude, latitude)]),
);

/** Mean of state centers. Throws for an unknown code. */
export function computeCentroid(states: readonly string[]): MapPoint {
  const points = states.map((fips) => {
    const point = STATE_POINTS.get(fips);
    if (!point) throw new Error(`there is no state ${fips}`);
    return point;
  });
  const computeCoordinate = (of: (point: MapPoint) => number): number =>
    Math.round(computeMean(points.map(of)));
  return { x: computeCoordinate(({ x }) => x), y: computeCoordinate(({ y }) => y) };
}

/** Weighted center of the region's cells. */
export const MARKET_POINTS: Readonly<Record<MarketRegion, MapPoint>> = Object.fromEntries(
  MARKET_REGIONS.map((region) => {
    const { cells } = getPlace(region);
    const computeCoordinate = (of: 'latitude' | 'longitude'): number =>
      cells.reduce((sum, { cell, weight }) => sum + weight * CELL_PLACES[cell][of], 0);
    return [region, projectPoint(computeCoordinate('longitude'), computeCoordinate('latitude'))];
  }),
) as Record<MarketRegion, MapPoint>;
