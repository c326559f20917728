// Interpolation between weather cells by distance.
import { CELL_PLACES, MARKET_CELLS, type WeatherCell, isSeaCell } from './cell';
import type { CellWeight } from './cell-weights';

const EARTH_RADIUS_KM = 6371;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Great-circle distance by the haversine formula, km. */
export function computeDistanceKm(a: Point, b: Point): number {
  const north = Math.sin(toRadians(b.latitude - a.latitude) / 2) ** 2;
  const east =
    Math.sin(toRadians(b.longitude - a.longitude) / 2) ** 2 *
    Math.cos(toRadians(a.latitude)) *
    Math.cos(toRadians(b.latitude));
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(north + east));
}

/** Cells on land in the United States, used to interpolate states. */
const LAND_CELLS: readonly WeatherCell[] = MARKET_CELLS.filter(
  (cell) => !isSeaCell(cell) && cell !== 'MGB',
);
const NEAREST_COUNT = 3;
/** Minimum distance, so that weights stay finite. */
const DISTANCE_MIN_KM = 50;

/** The three nearest cells with weights by inverse squared distance (Shepard 1968), adding to 1. */
export function findNearestCells(point: Point): readonly CellWeight[] {
  const near = LAND_CELLS.map((cell) => ({
    cell,
    km: Math.max(DISTANCE_MIN_KM, computeDistanceKm(point, CELL_PLACES[cell])),
  }))
    .sort((a, b) => a.km - b.km)
    .slice(0, NEAREST_COUNT);
  const total = near.reduce((sum, { km }) => sum + 1 / km ** 2, 0);
  return near.map(({ cell, km }) => ({ cell, weight: 1 / km ** 2 / total }));
}
