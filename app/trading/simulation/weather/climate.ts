/**
 * The climate of the thirteen cells that move markets: temperature round the year, wind, humidity and rain.
 * It knows a table and cosines; it refuses the weather of any one day.
 */
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { DAYS_PER_YEAR } from '../calendar';

export const CELL_COUNT = MARKET_CELLS.length;

/** Years of 365.25 days repeat their dates after so many days; tables of the season have a row for each of them. */
export const SEASON_DAYS = 1461;

export interface CellClimate {
  /** Mean of the year and half the span between the seasons, deg F; below zero where January is summer. */
  readonly meanF: number;
  readonly amplitudeF: number;
  /** Standard deviation of the daily mean in the depth of winter and at the height of summer, deg F. */
  readonly winterSdF: number;
  readonly summerSdF: number;
  readonly windMph: number;
  readonly humidityPercent: number;
  /** Mean of a day, wet or dry. */
  readonly rainInches: number;
  /** Half the usual span between afternoon and night, deg F. */
  readonly dayNightF: number;
  /** What a degree of El Nino adds to the latent rain of midwinter: La Nina dries the south. */
  readonly ninoRain: number;
}

const SOUTHERN_NINO = 0.28;
const climate = (
  meanF: number, amplitudeF: number, winterSdF: number, summerSdF: number, windMph: number, humidityPercent: number, rainInches: number, dayNightF: number, ninoRain = 0,
): CellClimate => ({ meanF, amplitudeF, winterSdF, summerSdF, windMph, humidityPercent, rainInches, dayNightF, ninoRain });

export const CLIMATE: Readonly<Record<MarketCell, CellClimate>> = {
  NYC: climate(54.5, 22.5, 9, 5, 10, 63, 0.13, 9),
  PJM: climate(53.5, 23, 9.5, 5, 8, 68, 0.12, 10),
  CHI: climate(50.5, 25.5, 11, 5.5, 10, 70, 0.11, 9.5),
  DSM: climate(50.5, 27.5, 12, 5.5, 10, 71, 0.1, 10),
  ATL: climate(62.5, 18.5, 8.5, 3.8, 8, 68, 0.14, 10),
  LAK: climate(73, 10.5, 7.5, 2.2, 7, 73, 0.14, 9.5, SOUTHERN_NINO),
  DFW: climate(66.5, 20, 10, 4.5, 11, 65, 0.1, 10, SOUTHERN_NINO),
  LBB: climate(60.5, 20, 10.5, 5, 12, 55, 0.05, 11, SOUTHERN_NINO),
  ICT: climate(57, 24.5, 11.5, 6, 12, 66, 0.09, 10.5),
  CAL: climate(64.5, 13, 5, 5.5, 7, 60, 0.03, 11),
  PDX: climate(53.5, 15, 6.5, 5.5, 8, 72, 0.06, 9),
  GOM: climate(72, 10, 6, 2, 13, 78, 0.15, 9),
  MGB: climate(68, -5.5, 4.3, 3.2, 6, 70, 0.15, 10),
};

/** The coldest day of the northern year, counted from the first of January. */
const MIDWINTER = 20;

/** Cosine of the season: 1 in the depth of the northern winter, -1 half a year later. */
export const northernWinter = (day: number): number => Math.cos((2 * Math.PI * (day - MIDWINTER)) / DAYS_PER_YEAR);

/** Mean of the daily mean temperature on a day, deg F. */
export const climateMeanF = (cell: MarketCell, day: number): number => CLIMATE[cell].meanF - CLIMATE[cell].amplitudeF * northernWinter(day);

/** Standard deviation of the daily mean on a day, deg F. */
export function climateSdF(cell: MarketCell, day: number): number {
  const { winterSdF, summerSdF, amplitudeF } = CLIMATE[cell];
  const winter = amplitudeF < 0 ? -northernWinter(day) : northernWinter(day);
  return (winterSdF + summerSdF) / 2 + ((winterSdF - summerSdF) / 2) * winter;
}

/** What a degree of El Nino adds to latent rain on a day. */
export const ninoRain = (cell: MarketCell, day: number): number => CLIMATE[cell].ninoRain * Math.max(0, northernWinter(day));

/** Place of the first cell of a day in tables of the season, for days before the epoch too. */
export const seasonRow = (day: number): number => (((day % SEASON_DAYS) + SEASON_DAYS) % SEASON_DAYS) * CELL_COUNT;

/** A table of the season by day and cell; `value` is asked once for each. */
export function seasonTable(value: (cell: MarketCell, day: number, index: number) => number): Float64Array {
  const table = new Float64Array(SEASON_DAYS * CELL_COUNT);
  for (let day = 0; day < SEASON_DAYS; day += 1) for (let cell = 0; cell < CELL_COUNT; cell += 1) table[day * CELL_COUNT + cell] = value(MARKET_CELLS[cell] ?? 'NYC', day, cell);
  return table;
}
