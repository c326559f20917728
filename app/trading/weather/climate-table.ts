/**
 * The long-term climate of the thirteen cells that move markets, as every forecaster knows it.
 *
 * Temperatures are those of stations near the towns after which the cells are named, over some
 * thirty years.
 */
import type { EpochMs } from '../domain/units';
import type { MarketCell } from './cell';
import { DAY_MS } from '../domain/time';

/**
 * A day of the climate: mean and standard deviation of the daily mean in deg F, mean rain of a day
 * in inches, mean wind in mph.
 */
interface ClimateDay {
  readonly meanF: number;
  readonly sdF: number;
  readonly rainInches: number;
  readonly windMph: number;
}

export interface ClimateRow {
  /** Mean of the year, deg F. */
  readonly meanF: number;
  /** Half the span between the seasons; below zero where January is summer. */
  readonly amplitudeF: number;
  /** Standard deviation in the depth of the place's winter and at the height of its summer. */
  readonly winterSdF: number;
  readonly summerSdF: number;
  readonly windMph: number;
  /** Mean of a day, wet or dry. */
  readonly rainInches: number;
}

const row = (
  meanF: number,
  amplitudeF: number,
  winterSdF: number,
  summerSdF: number,
  windMph: number,
  rainInches: number,
): ClimateRow => ({ meanF, amplitudeF, winterSdF, summerSdF, windMph, rainInches });

export const CLIMATE_ROWS: Readonly<Record<MarketCell, ClimateRow>> = {
  NYC: row(54.5, 22.5, 9, 5, 10, 0.13),
  PJM: row(53.5, 23, 9.5, 5, 8, 0.12),
  CHI: row(50.5, 25.5, 11, 5.5, 10, 0.11),
  DSM: row(50.5, 27.5, 12, 5.5, 10, 0.1),
  ATL: row(62.5, 18.5, 8.5, 3.8, 8, 0.14),
  LAK: row(73, 10.5, 7.5, 2.2, 7, 0.14),
  DFW: row(66.5, 20, 10, 4.5, 11, 0.1),
  LBB: row(60.5, 20, 10.5, 5, 12, 0.05),
  ICT: row(57, 24.5, 11.5, 6, 12, 0.09),
  CAL: row(64.5, 13, 5, 5.5, 7, 0.03),
  PDX: row(53.5, 15, 6.5, 5.5, 8, 0.06),
  GOM: row(72, 10, 6, 2, 13, 0.15),
  MGB: row(68, -5.5, 4.3, 3.2, 6, 0.15),
};
const YEAR_DAYS = 365.25;
/** The first day of a year, from which seasons are counted. */
const FIRST_MS = Date.UTC(2010, 0, 1);
/** The coldest day of the northern year, counted from the first of January. */
export const MIDWINTER = 20;

/**
 * Mean of the daily mean at a cosine of the season, 1 in the depth of the northern winter, deg F.
 */
export const seasonMeanF = ({ meanF, amplitudeF }: ClimateRow, northernWinter: number): number =>
  meanF - amplitudeF * northernWinter;

/** Standard deviation of the daily mean at that cosine, deg F. */
export function seasonSdF(
  { winterSdF, summerSdF, amplitudeF }: ClimateRow,
  northernWinter: number,
): number {
  const winter = amplitudeF < 0 ? -northernWinter : northernWinter;
  return (winterSdF + summerSdF) / 2 + ((winterSdF - summerSdF) / 2) * winter;
}

/** Days from the first of January, 0 to 365.25, in a year of average length. */
export const seasonDay = (dayMs: EpochMs): number =>
  ((((dayMs - FIRST_MS) / DAY_MS) % YEAR_DAYS) + YEAR_DAYS) % YEAR_DAYS;

/** 1 at its center, falling as a normal curve of `width` days to each side, round the year. */
export function seasonBell(dayMs: EpochMs, center: number, width: number): number {
  const apart = Math.abs(seasonDay(dayMs) - center);
  const distance = Math.min(apart, YEAR_DAYS - apart) / width;
  return Math.exp(-0.5 * distance * distance);
}

/** What is normal at a place on the day that begins at a midnight UTC. */
export function climateAt(cell: MarketCell, dayMs: EpochMs): ClimateDay {
  const climate = CLIMATE_ROWS[cell];
  const northernWinter = Math.cos((2 * Math.PI * (seasonDay(dayMs) - MIDWINTER)) / YEAR_DAYS);
  return {
    meanF: seasonMeanF(climate, northernWinter),
    sdF: seasonSdF(climate, northernWinter),
    rainInches: climate.rainInches,
    windMph: climate.windMph,
  };
}
