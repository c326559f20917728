/**
 * Climatology of the thirteen market cells: about 30 years of stations near the towns that name
 * them.
 */
import type { EpochMs } from '../domain/units';
import type { MarketCell } from './cell';
import { DAY_MS } from '../domain/time';

/**
 * Climatology of a day: mean and standard deviation of the daily mean in deg F, mean daily rain in
 * inches, mean wind in mph.
 */
interface ClimateDay {
  readonly meanF: number;
  readonly sdF: number;
  readonly rainInches: number;
  readonly windMph: number;
}

export interface ClimateRow {
  /** Annual mean, deg F. */
  readonly meanF: number;
  /** Seasonal amplitude; negative where January is summer. */
  readonly amplitudeF: number;
  /** Standard deviation in local midwinter and midsummer. */
  readonly winterSdF: number;
  readonly summerSdF: number;
  readonly windMph: number;
  /** Mean daily rain over wet and dry days. */
  readonly rainInches: number;
}

const buildClimateRow = (
  meanF: number,
  amplitudeF: number,
  winterSdF: number,
  summerSdF: number,
  windMph: number,
  rainInches: number,
): ClimateRow => ({ meanF, amplitudeF, winterSdF, summerSdF, windMph, rainInches });

export const CLIMATE_ROWS: Readonly<Record<MarketCell, ClimateRow>> = {
  NYC: buildClimateRow(54.5, 22.5, 9, 5, 10, 0.13),
  PJM: buildClimateRow(53.5, 23, 9.5, 5, 8, 0.12),
  CHI: buildClimateRow(50.5, 25.5, 11, 5.5, 10, 0.11),
  DSM: buildClimateRow(50.5, 27.5, 12, 5.5, 10, 0.1),
  ATL: buildClimateRow(62.5, 18.5, 8.5, 3.8, 8, 0.14),
  LAK: buildClimateRow(73, 10.5, 7.5, 2.2, 7, 0.14),
  DFW: buildClimateRow(66.5, 20, 10, 4.5, 11, 0.1),
  LBB: buildClimateRow(60.5, 20, 10.5, 5, 12, 0.05),
  ICT: buildClimateRow(57, 24.5, 11.5, 6, 12, 0.09),
  CAL: buildClimateRow(64.5, 13, 5, 5.5, 7, 0.03),
  PDX: buildClimateRow(53.5, 15, 6.5, 5.5, 8, 0.06),
  GOM: buildClimateRow(72, 10, 6, 2, 13, 0.15),
  MGB: buildClimateRow(68, -5.5, 4.3, 3.2, 6, 0.15),
};
const YEAR_DAYS = 365.25;
/** Reference day of the seasonal cycle. */
const FIRST_MS = Date.UTC(2010, 0, 1);
/** Coldest day of the northern year, days after 1 January. */
export const MIDWINTER = 20;

/** Mean temperature at a seasonal cosine (1 = northern midwinter), deg F. */
export const computeSeasonMeanF = (
  { meanF, amplitudeF }: ClimateRow,
  northernWinter: number,
): number => meanF - amplitudeF * northernWinter;

/** Standard deviation of the daily mean at that cosine, deg F. */
export function computeSeasonSdF(
  { winterSdF, summerSdF, amplitudeF }: ClimateRow,
  northernWinter: number,
): number {
  const winter = amplitudeF < 0 ? -northernWinter : northernWinter;
  return (winterSdF + summerSdF) / 2 + ((winterSdF - summerSdF) / 2) * winter;
}

/** Days since 1 January, 0 to 365.25, in an average year. */
export const getSeasonDay = (dayMs: EpochMs): number =>
  ((((dayMs - FIRST_MS) / DAY_MS) % YEAR_DAYS) + YEAR_DAYS) % YEAR_DAYS;

/** Gaussian seasonal weight: 1 at the center, `width` days as standard deviation, circular. */
export function computeSeasonWeight(dayMs: EpochMs, center: number, width: number): number {
  const daysApart = Math.abs(getSeasonDay(dayMs) - center);
  const distance = Math.min(daysApart, YEAR_DAYS - daysApart) / width;
  return Math.exp(-0.5 * distance * distance);
}

/** Climatology of a cell on a UTC day. */
export function getClimate(cell: MarketCell, dayMs: EpochMs): ClimateDay {
  const climate = CLIMATE_ROWS[cell];
  const northernWinter = Math.cos((2 * Math.PI * (getSeasonDay(dayMs) - MIDWINTER)) / YEAR_DAYS);
  return {
    meanF: computeSeasonMeanF(climate, northernWinter),
    sdF: computeSeasonSdF(climate, northernWinter),
    rainInches: climate.rainInches,
    windMph: climate.windMph,
  };
}
