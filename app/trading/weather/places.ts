/** Weather, market and supply regions as weighted cells. */
import type { WeatherCell } from './cell';
import type { CellWeight } from './cell-weights';

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
