/**
 * The thirteen places whose weather moves the ten markets, with their climate.
 * It knows rounded long-term figures of temperature and rain; it refuses detail that no price here answers to.
 */
export const CELL_IDS = ['NYC', 'PJM', 'CHI', 'DSM', 'ATL', 'LAK', 'DFW', 'LBB', 'ICT', 'CAL', 'PDX', 'GOM', 'MGB'] as const;
export type CellId = (typeof CELL_IDS)[number];

/** Neighbours share part of their weather; Brazil shares none of it with the others. */
export const WEATHER_REGIONS = ['north', 'south', 'plains', 'west', 'brazil'] as const;
export type WeatherRegion = (typeof WEATHER_REGIONS)[number];

export interface Cell {
  readonly id: CellId;
  readonly place: string;
  readonly region: WeatherRegion;
  /** Daily mean temperature over the year and its swing about 20 January, deg F; a negative swing is the southern half of the globe. */
  readonly meanF: number;
  readonly swingF: number;
  /** Standard deviation of the daily mean about the season, deg F, in the local January and July of the northern half. */
  readonly januarySdF: number;
  readonly julySdF: number;
  /** Mean rain, inches a day. */
  readonly rainInches: number;
  /** Weight in the degree days and the rain of the United States; they add to 1. */
  readonly usWeight: number;
}

const cell = (
  id: CellId, place: string, region: WeatherRegion, meanF: number, swingF: number, januarySdF: number, julySdF: number, rainInches: number, usWeight: number,
): Cell => ({ id, place, region, meanF, swingF, januarySdF, julySdF, rainInches, usWeight });

export const CELLS: readonly Cell[] = [
  cell('NYC', 'New York', 'north', 54.5, 22.5, 9, 5, 0.13, 0.16),
  cell('PJM', 'Pennsylvania and Ohio', 'north', 53.5, 23, 9.5, 5, 0.12, 0.15),
  cell('CHI', 'Illinois and Indiana', 'north', 50.5, 25.5, 11, 5.5, 0.11, 0.14),
  cell('DSM', 'Iowa', 'plains', 50.5, 27.5, 12, 5.5, 0.1, 0.05),
  cell('ATL', 'Georgia', 'south', 62.5, 18.5, 8.5, 3.8, 0.14, 0.14),
  cell('LAK', 'central Florida', 'south', 73, 10.5, 7.5, 2.2, 0.14, 0.06),
  cell('DFW', 'north Texas', 'plains', 66.5, 20, 10, 4.5, 0.1, 0.1),
  cell('LBB', 'west Texas', 'plains', 60.5, 20, 10.5, 5, 0.05, 0.02),
  cell('ICT', 'Kansas', 'plains', 57, 24.5, 11.5, 6, 0.09, 0.03),
  cell('CAL', 'California', 'west', 64.5, 13, 5, 5.5, 0.03, 0.11),
  cell('PDX', 'Oregon', 'west', 53.5, 15, 6.5, 5.5, 0.06, 0.04),
  cell('GOM', 'the Gulf of Mexico', 'south', 72, 10, 6, 2, 0.15, 0),
  cell('MGB', 'Minas Gerais', 'brazil', 68, -5.5, 3.2, 4.3, 0.15, 0),
];

export const cellIndex = (id: CellId): number => CELL_IDS.indexOf(id);

const DAYS_PER_YEAR = 365.25;
/** Coldest (or in the south warmest) day of the year, days after 1 January. */
const TURNING_DAY = 20;
const season = (day: number): number => Math.cos((2 * Math.PI * (day - TURNING_DAY)) / DAYS_PER_YEAR);

/** The temperature of the season on a world day, deg F. */
export const climateF = (of: Cell, day: number): number => of.meanF - of.swingF * season(day);

/** The standard deviation about it, deg F. */
export const climateSdF = (of: Cell, day: number): number => (of.januarySdF + of.julySdF) / 2 + ((of.januarySdF - of.julySdF) / 2) * season(day);
