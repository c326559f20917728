/** Population-weighted US degree days and rain. */
import { MARKET_CELLS, type MarketCell } from '../weather/cell';
import { DEGREE_DAY_BASE_F } from '../weather/demand-weights';
import type { PastDay } from './market-models';

/** Fraction of the US population nearest to each cell; sums to 1. */
const POPULATION_WEIGHTS: Readonly<Partial<Record<MarketCell, number>>> = {
  NYC: 0.16,
  PJM: 0.15,
  CHI: 0.14,
  DSM: 0.05,
  ATL: 0.14,
  LAK: 0.06,
  DFW: 0.1,
  LBB: 0.02,
  ICT: 0.03,
  CAL: 0.11,
  PDX: 0.04,
};

/** Heating and cooling degree days (deg F, base 65) and rain (inches), weighted by population. */
export function computeUsWeather({ meanF, rainInches }: PastDay): {
  readonly hdd: number;
  readonly cdd: number;
  readonly prcp: number;
} {
  const us = { hdd: 0, cdd: 0, prcp: 0 };
  MARKET_CELLS.forEach((cell, index) => {
    const weight = POPULATION_WEIGHTS[cell] ?? 0;
    us.hdd += weight * Math.max(0, DEGREE_DAY_BASE_F - (meanF[index] ?? 0));
    us.cdd += weight * Math.max(0, (meanF[index] ?? 0) - DEGREE_DAY_BASE_F);
    us.prcp += weight * (rainInches[index] ?? 0);
  });
  return us;
}
