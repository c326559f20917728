/**
 * The climate of the thirteen cells that move markets: temperature round the year, wind, humidity
 * and rain.
 */
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import {
  CLIMATE_ROWS,
  type ClimateRow,
  MIDWINTER,
  seasonMeanF,
  seasonSdF,
} from '../../weather/climate-table';
import { DAYS_PER_YEAR } from '../calendar';

export const CELL_COUNT = MARKET_CELLS.length;

/**
 * Years of 365.25 days repeat their dates after so many days; tables of the season have a row for
 * each of them.
 */
export const SEASON_DAYS = 1461;

/** What the simulated weather knows of a cell beside its public climate. */
interface CellClimate extends ClimateRow {
  readonly humidityPercent: number;
  /** Half the usual span between afternoon and night, deg F. */
  readonly dayNightF: number;
  /** What a degree of El Nino adds to the latent rain of midwinter: La Nina dries the south. */
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

/** Cosine of the season: 1 in the depth of the northern winter, -1 half a year later. */
export const northernWinter = (day: number): number =>
  Math.cos((2 * Math.PI * (day - MIDWINTER)) / DAYS_PER_YEAR);

/** Mean of the daily mean temperature on a day, deg F. */
export const climateMeanF = (cell: MarketCell, day: number): number =>
  seasonMeanF(CLIMATE[cell], northernWinter(day));

/** Standard deviation of the daily mean on a day, deg F. */
export const climateSdF = (cell: MarketCell, day: number): number =>
  seasonSdF(CLIMATE[cell], northernWinter(day));

/** What a degree of El Nino adds to latent rain on a day. */
export const ninoRain = (cell: MarketCell, day: number): number =>
  CLIMATE[cell].ninoRain * Math.max(0, northernWinter(day));

/** Place of the first cell of a day in tables of the season, for days before the epoch too. */
export const seasonRow = (day: number): number =>
  (((day % SEASON_DAYS) + SEASON_DAYS) % SEASON_DAYS) * CELL_COUNT;

/** A table of the season by day and cell; `value` is asked once for each. */
export function seasonTable(
  value: (cell: MarketCell, day: number, index: number) => number,
): Float64Array {
  const table = new Float64Array(SEASON_DAYS * CELL_COUNT);
  for (let day = 0; day < SEASON_DAYS; day += 1)
    for (let cell = 0; cell < CELL_COUNT; cell += 1)
      table[day * CELL_COUNT + cell] = value(MARKET_CELLS[cell] ?? 'NYC', day, cell);
  return table;
}
