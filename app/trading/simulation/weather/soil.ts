/**
 * Water in the root zone: a bucket that rain fills and warmth empties, and what it usually holds.
 */
import { MARKET_CELLS } from '../../weather/cell';
import { CELL_COUNT, SEASON_DAYS, ninoRain } from './climate';
import { NINO_MEMORY, NINO_SD } from './nino';
import { RIDGE_DRIES, rainMoments } from './rain';
import { MEAN_F, MEMORY, ORDINARY_SD_F, RIDGE_MEMORY, RIDGE_PART, SD_F } from './season';

const FILLS = 0.035;
const EMPTIES = 0.0035 * 1.15;
const WARMTH = 0.028;
const REFERENCE_F = 60;

/** Water after a day of so much rain (inches) at a mean temperature (deg F). */
export const nextSoil = (water: number, rainInches: number, meanF: number): number =>
  water + FILLS * rainInches - EMPTIES * Math.exp(WARMTH * (meanF - REFERENCE_F)) * water;

/**
 * Years after which the start is forgotten: a bucket of a cold cell empties by 1/e in some nine
 * months.
 */
const SETTLING_YEARS = 8;

const [MEAN, DEVIATION] = soilClimate();
export { MEAN as SOIL_MEAN };

/**
 * Departure of water from its season in standard deviations; `row` is that of the day at whose
 * first midnight it is measured.
 */
export const soilDeparture = (water: number, row: number, cell: number): number =>
  (water - (MEAN[row + cell] ?? 0)) / (DEVIATION[row + cell] ?? 1);

/**
 * Mean and standard deviation of water by season and cell, from the balance made linear about its
 * mean.
 */
function soilClimate(): readonly [Float64Array, Float64Array] {
  const mean = new Float64Array(SEASON_DAYS * CELL_COUNT);
  const deviation = new Float64Array(SEASON_DAYS * CELL_COUNT);
  MARKET_CELLS.forEach((_, cell) => settleSoil(cell, mean, deviation));
  return [mean, deviation];
}

/**
 * Covariances of water with what lasts: the ridge, the day's departure of temperature, the Pacific.
 */
function settleSoil(cell: number, means: Float64Array, deviations: Float64Array): void {
  const rain = rainMoments(cell);
  const ridgeRain = -RIDGE_DRIES * rain.slope;
  const chanceRain = rain.variance - (RIDGE_DRIES * rain.slope) ** 2;
  let [water, variance, withRidge, withHeat, withNino] = [1, 0.05, 0, 0, 0];
  for (let day = 0; day < SETTLING_YEARS * 365.25; day += 1) {
    const index = (day % SEASON_DAYS) * CELL_COUNT + cell;
    means[index] = water;
    deviations[index] = Math.sqrt(variance);
    const [sd, ridgeSd] = [SD_F[index] ?? 1, RIDGE_PART * (ORDINARY_SD_F[index] ?? 1)];
    const losing =
      EMPTIES * Math.exp(WARMTH * ((MEAN_F[index] ?? 0) - REFERENCE_F) + 0.5 * (WARMTH * sd) ** 2);
    const keeps = 1 - losing;
    const heatLoss = WARMTH * losing * water;
    const byRidge = FILLS * ridgeRain - heatLoss * ridgeSd;
    const heatVariance = sd * sd - ridgeSd * ridgeSd;
    const byNino = FILLS * rain.slope * ninoRain(MARKET_CELLS[cell] ?? 'NYC', day);
    [withRidge, withHeat, withNino] = [
      RIDGE_MEMORY * withRidge,
      MEMORY * withHeat,
      NINO_MEMORY * withNino,
    ];
    const shared = byRidge * withRidge - heatLoss * withHeat + byNino * withNino;
    const added =
      byRidge ** 2 +
      heatLoss ** 2 * heatVariance +
      (byNino * NINO_SD) ** 2 +
      FILLS ** 2 * chanceRain;
    // Warm spells come when warmth has emptied the bucket before: they take less than their mean.
    water = keeps * water + FILLS * rain.mean - WARMTH * losing * (withHeat + withRidge * ridgeSd);
    variance = keeps * keeps * variance + 2 * keeps * shared + added;
    withRidge = keeps * withRidge + byRidge;
    withHeat = keeps * withHeat - heatLoss * heatVariance;
    withNino = keeps * withNino + byNino * NINO_SD ** 2;
  }
}
