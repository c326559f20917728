// Map coordinates of states and market regions.
import { computeMean } from '../../trading/statistics/sample';
import { geoAlbers, geoAlbersUsa } from 'd3-geo';
import type { MapPoint } from '../../contracts/maps';
import { CELL_PLACES } from '../../trading/weather/cell';
import {
  MARKET_REGIONS,
  type MarketRegion,
  PLACES,
  type Place,
  type PlaceName,
  getPlace,
} from '../../trading/weather/places';
import { STATES } from '../../trading/weather/states';

/** Projection of the us-atlas outlines, 975 x 610. */
const project = geoAlbersUsa().scale(1300).translate([487.5, 305]);

/** The part of the projection that shows the continent, for points at sea too. */
const projectSea = geoAlbers().scale(1300).translate([487.5, 305]);

/** Map coordinates of a point that may lie at sea and outside the map. */
export function projectSeaPoint(longitude: number, latitude: number): MapPoint {
  const [x, y] = projectSea([longitude, latitude]) ?? [0, 0];
  return { x: Math.round(x), y: Math.round(y) };
}

/** Null outside the map. */
function findPoint(longitude: number, latitude: number): MapPoint | null {
  const found = project([longitude, latitude]);
  return found && { x: Math.round(found[0]), y: Math.round(found[1]) };
}

function projectPoint(longitude: number, latitude: number): MapPoint {
  const found = findPoint(longitude, latitude);
  if (!found) throw new Error(`${latitude} N ${longitude} E lies outside the map`);
  return found;
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

/** Alaska and Hawaii would pull the center of the West off the continent. */
const OUTLYING = ['02', '15'];
/** FIPS codes of the states on the continent, which are drawn where they lie. */
export const CONTINENT_STATES: readonly string[] = STATES.map(({ fips }) => fips).filter(
  (fips) => !OUTLYING.includes(fips),
);

function findPlacePoint({ name, kind, cells }: Place): MapPoint | null {
  if (kind === 'market') return MARKET_POINTS[name as MarketRegion];
  const [first] = cells;
  if (kind === 'supply' && first) {
    const { longitude, latitude } = CELL_PLACES[first.cell];
    return findPoint(longitude, latitude);
  }
  const own = STATES.filter(({ region, fips }) => region === name && !OUTLYING.includes(fips));
  return computeCentroid(own.map(({ fips }) => fips));
}

/** Center of each place on the map; places abroad have none. */
export const PLACE_POINTS: ReadonlyMap<PlaceName, MapPoint> = new Map(
  PLACES.flatMap((place) => {
    const point = findPlacePoint(place);
    return point ? [[place.name, point] as const] : [];
  }),
);
