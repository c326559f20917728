/** Weather, market and supply regions as weighted cells. */
import { CELL_PLACES, type WeatherCell } from './cell';

export interface CellWeight {
  readonly cell: WeatherCell;
  /** Positive; the weights of a place add to 1. */
  readonly weight: number;
}

export const WEATHER_REGIONS = ['Northeast', 'Southeast', 'Midwest', 'Southwest', 'West'] as const;
export type WeatherRegion = (typeof WEATHER_REGIONS)[number];
export const MARKET_REGIONS = ['NYISO', 'PJM', 'ERCOT', 'CAISO', 'MISO', 'SERC', 'WECC'] as const;
export type MarketRegion = (typeof MARKET_REGIONS)[number];
/** Supply regions of oil, gas and coffee. */
export const SUPPLY_REGIONS = ['Gulf of Mexico', 'Minas Gerais'] as const;
export type SupplyRegion = (typeof SUPPLY_REGIONS)[number];
export type PlaceName = WeatherRegion | MarketRegion | SupplyRegion;

export interface Place {
  readonly name: PlaceName;
  readonly kind: 'weather' | 'market' | 'supply';
  readonly cells: readonly CellWeight[];
  /** Cells whose warnings apply: its own, and cells inside it without weight. */
  readonly warned: readonly WeatherCell[];
}

type Weights = Readonly<Partial<Record<WeatherCell, number>>>;

function buildPlace(
  name: PlaceName,
  kind: Place['kind'],
  weights: Weights,
  alsoWarned: readonly WeatherCell[] = [],
): Place {
  const cells = (Object.entries(weights) as [WeatherCell, number][]).map(([cell, weight]) => ({
    cell,
    weight,
  }));
  return { name, kind, cells, warned: [...cells.map(({ cell }) => cell), ...alsoWarned] };
}

/** All places in list order: weather, market, supply regions. */
export const PLACES: readonly Place[] = [
  buildPlace('Northeast', 'weather', { NYC: 0.6, PJM: 0.4 }),
  buildPlace('Southeast', 'weather', { ATL: 0.7, LAK: 0.3 }),
  buildPlace('Midwest', 'weather', { CHI: 0.4, DSM: 0.35, ICT: 0.25 }),
  buildPlace('Southwest', 'weather', { LBB: 0.5, CAL: 0.5 }, ['DFW']),
  buildPlace('West', 'weather', { CAL: 0.6, PDX: 0.4 }),
  buildPlace('NYISO', 'market', { NYC: 1 }),
  buildPlace('PJM', 'market', { PJM: 1 }),
  buildPlace('ERCOT', 'market', { DFW: 1 }, ['LBB']),
  buildPlace('CAISO', 'market', { CAL: 1 }),
  buildPlace('MISO', 'market', { CHI: 1 }),
  buildPlace('SERC', 'market', { ATL: 1 }),
  buildPlace('WECC', 'market', { PDX: 0.6, CAL: 0.4 }),
  buildPlace('Gulf of Mexico', 'supply', { GOM: 1 }),
  buildPlace('Minas Gerais', 'supply', { MGB: 1 }),
];

const BY_NAME: ReadonlyMap<string, Place> = new Map(PLACES.map((each) => [each.name, each]));

/** The place of a name. Throws for an unknown name. */
export function getPlace(name: PlaceName): Place {
  const found = BY_NAME.get(name);
  if (!found)
    throw new Error(
      `'${name}' is no place; there are: ${PLACES.map((each) => each.name).join(', ')}`,
    );
  return found;
}

/** Minimum available weight of a mean. */
const WEIGHT_MIN = 0.5;

/** Weighted mean over cells with a value; null below half of the weight. */
export function computeWeightedMean(
  cells: readonly CellWeight[],
  getValue: (cell: WeatherCell) => number | null,
): number | null {
  let weights = 0;
  let sum = 0;
  for (const { cell, weight } of cells) {
    const value = getValue(cell);
    if (value === null) continue;
    weights += weight;
    sum += weight * value;
  }
  return weights >= WEIGHT_MIN ? sum / weights : null;
}

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

/** Land cells used to interpolate states. */
const LAND_CELLS: readonly WeatherCell[] = [
  'NYC',
  'PJM',
  'CHI',
  'DSM',
  'ATL',
  'LAK',
  'DFW',
  'LBB',
  'ICT',
  'CAL',
  'PDX',
];
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
