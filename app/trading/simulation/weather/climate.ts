/** Climate of the 13 market cells: temperature, wind, humidity and rain. */
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import {
  CLIMATE_ROWS,
  type ClimateRow,
  MIDWINTER,
  computeSeasonMeanF,
  computeSeasonSdF,
} from '../../weather/climate-table';
import { DAYS_PER_YEAR } from '../calendar';

export const CELL_COUNT = MARKET_CELLS.length;

/** Years of 365.25 days repeat after this many days; seasonal tables have one row per day. */
export const SEASON_DAYS = 1461;

/** Simulation parameters of a cell in addition to its public climate. */
interface CellClimate extends ClimateRow {
  readonly humidityPercent: number;
  /** Half the normal span between afternoon and night, deg F. */
  readonly dayNightF: number;
  /** Effect of one deg C of El Nino on latent rain in midwinter; La Nina dries the south. */
  readonly ninoRain: number;
}

const SOUTHERN_NINO = 0.28;
const buildCellClimate = (
  cell: MarketCell,
  humidityPercent: number,
  dayNightF: number,
  ninoRain = 0,
): CellClimate => ({ ...CLIMATE_ROWS[cell], humidityPercent, dayNightF, ninoRain });

export const CLIMATE: Readonly<Record<MarketCell, CellClimate>> = {
  NYC: buildCellClimate('NYC', 63, 9),
  PJM: buildCellClimate('PJM', 68, 10),
  CHI: buildCellClimate('CHI', 70, 9.5),
  DSM: buildCellClimate('DSM', 71, 10),
  ATL: buildCellClimate('ATL', 68, 10),
  LAK: buildCellClimate('LAK', 73, 9.5, SOUTHERN_NINO),
  DFW: buildCellClimate('DFW', 65, 10, SOUTHERN_NINO),
  LBB: buildCellClimate('LBB', 55, 11, SOUTHERN_NINO),
  ICT: buildCellClimate('ICT', 66, 10.5),
  CAL: buildCellClimate('CAL', 60, 11),
  PDX: buildCellClimate('PDX', 72, 9),
  GOM: buildCellClimate('GOM', 78, 9),
  MGB: buildCellClimate('MGB', 70, 10),
};

/** Cosine of the season: 1 in northern midwinter, -1 in midsummer. */
export const computeWinterCosine = (day: number): number =>
  Math.cos((2 * Math.PI * (day - MIDWINTER)) / DAYS_PER_YEAR);

/** Climatological mean of the daily mean temperature, deg F. */
export const computeClimateMeanF = (cell: MarketCell, day: number): number =>
  computeSeasonMeanF(CLIMATE[cell], computeWinterCosine(day));

/** Climatological standard deviation of the daily mean, deg F. */
export const computeClimateSdF = (cell: MarketCell, day: number): number =>
  computeSeasonSdF(CLIMATE[cell], computeWinterCosine(day));

/** Effect of one deg C of El Nino on latent rain on a day. */
export const ninoRain = (cell: MarketCell, day: number): number =>
  CLIMATE[cell].ninoRain * Math.max(0, computeWinterCosine(day));

/** Offset of a day in seasonal tables; valid for days before the epoch too. */
export const getSeasonRow = (day: number): number =>
  (((day % SEASON_DAYS) + SEASON_DAYS) % SEASON_DAYS) * CELL_COUNT;

/** Seasonal table by day and cell. */
export function buildSeasonTable(
  computeValue: (cell: MarketCell, day: number, index: number) => number,
): Float64Array {
  const table = new Float64Array(SEASON_DAYS * CELL_COUNT);
  for (let day = 0; day < SEASON_DAYS; day += 1)
    for (let cell = 0; cell < CELL_COUNT; cell += 1)
      table[day * CELL_COUNT + cell] = computeValue(MARKET_CELLS[cell] ?? 'NYC', day, cell);
  return table;
}
