/** Weather cells: thirteen that affect markets, two for display only. */
export const MARKET_CELLS = [
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
  'GOM',
  'MGB',
] as const;
/** Shown on maps, not used by markets. */
export const DISPLAY_CELLS = ['AK', 'HI'] as const;
export const WEATHER_CELLS = [...MARKET_CELLS, ...DISPLAY_CELLS] as const;
export type MarketCell = (typeof MARKET_CELLS)[number];
export type WeatherCell = (typeof WEATHER_CELLS)[number];

const SEA_CELLS: readonly WeatherCell[] = ['GOM'];
/** True at sea, where there is no soil. */
export const isSeaCell = (cell: WeatherCell): boolean => SEA_CELLS.includes(cell);

interface CellPlace {
  readonly id: WeatherCell;
  /** Display name: a state or area. */
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

const buildPlace = (
  id: WeatherCell,
  name: string,
  latitude: number,
  longitude: number,
): CellPlace => ({ id, name, latitude, longitude });

/** Centers in degrees north and east, near the towns that name the cells. */
export const CELL_PLACES: Readonly<Record<WeatherCell, CellPlace>> = {
  NYC: buildPlace('NYC', 'New York', 40.8, -74),
  PJM: buildPlace('PJM', 'Pennsylvania and Ohio', 40.3, -80),
  CHI: buildPlace('CHI', 'Illinois and Indiana', 41, -88),
  DSM: buildPlace('DSM', 'Iowa', 41.6, -93.6),
  ATL: buildPlace('ATL', 'Georgia', 33.7, -84.4),
  LAK: buildPlace('LAK', 'Central Florida', 28, -81.9),
  DFW: buildPlace('DFW', 'North Texas', 32.8, -97),
  LBB: buildPlace('LBB', 'West Texas', 33.6, -101.9),
  ICT: buildPlace('ICT', 'Kansas', 37.7, -97.3),
  CAL: buildPlace('CAL', 'California', 35.4, -119),
  PDX: buildPlace('PDX', 'Oregon', 45.5, -122.7),
  GOM: buildPlace('GOM', 'Gulf of Mexico', 27.5, -91),
  MGB: buildPlace('MGB', 'Minas Gerais', -20, -46),
  AK: buildPlace('AK', 'Alaska', 61.2, -149.9),
  HI: buildPlace('HI', 'Hawaii', 21.3, -157.9),
};
