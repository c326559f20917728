// Where states and market regions lie on the map: the projection of the outlines, worked out once.
import { computeMean } from '../../trading/statistics/sample';
import { geoAlbersUsa } from 'd3-geo';
import type { MapPoint } from '../../contracts/maps';
import { CELL_PLACES } from '../../trading/weather/cell';
import { MARKET_REGIONS, type MarketRegion, getPlace } from '../../trading/weather/places';
import { STATES } from '../../trading/weather/states';

/** The frame that the atlas was projected into. */
const project = geoAlbersUsa().scale(1300).translate([487.5, 305]);

function pointAt(longitude: number, latitude: number): MapPoint {
  const found = project([longitude, latitude]);
  if (!found) throw new Error(`${latitude} N ${longitude} E lies outside the map`);
  return { x: Math.round(found[0]), y: Math.round(found[1]) };
}

const STATE_POINTS: ReadonlyMap<string, MapPoint> = new Map(
  STATES.map(({ fips, latitude, longitude }) => [fips, pointAt(longitude, latitude)]),
);

/** The middle of some states. Throws for a code that is none. */
export function computeMiddle(states: readonly string[]): MapPoint {
  const points = states.map((fips) => {
    const point = STATE_POINTS.get(fips);
    if (!point) throw new Error(`there is no state ${fips}`);
    return point;
  });
  const mean = (of: (point: MapPoint) => number): number => Math.round(computeMean(points.map(of)));
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

/** The weighted middle of the cells that a market region reads. */
export const MARKET_POINTS: Readonly<Record<MarketRegion, MapPoint>> = Object.fromEntries(
  MARKET_REGIONS.map((region) => {
    const { cells } = getPlace(region);
    const mean = (of: 'latitude' | 'longitude'): number =>
      cells.reduce((sum, { cell, weight }) => sum + weight * CELL_PLACES[cell][of], 0);
    return [region, pointAt(mean('longitude'), mean('latitude'))];
  }),
) as Record<MarketRegion, MapPoint>;
