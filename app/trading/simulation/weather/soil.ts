/** Root-zone water: a bucket filled by rain and emptied by warmth, and its climatology. */
import { MARKET_CELLS } from '../../weather/cell';
import { CELL_COUNT, SEASON_DAYS, ninoRain } from './climate';
import { NINO_MEMORY, NINO_SD } from './nino';
import { RAIN_RIDGE_WEIGHT, computeRainMoments } from './rain';
import { MEAN_F, MEMORY, ORDINARY_SD_F, RIDGE_MEMORY, RIDGE_WEIGHT, SD_F } from './season-tables';

const RAIN_FILL = 0.035;
const LOSS_RATE = 0.0035 * 1.15;
const WARMTH = 0.028;
const REFERENCE_F = 60;

/** Water after a day with rain (inches) and mean temperature (deg F). */
export const computeNextSoil = (water: number, rainInches: number, meanF: number): number =>
  water + RAIN_FILL * rainInches - LOSS_RATE * Math.exp(WARMTH * (meanF - REFERENCE_F)) * water;

/**
 * Years to reach the stationary state; in cold cells the bucket empties by 1/e in about nine
 * months.
 */
const SETTLING_YEARS = 8;

const [MEAN, DEVIATION] = computeSoilClimate();
export { MEAN as SOIL_MEAN };

/** Water anomaly in standard deviations; `row` is the season row of the day. */
export const computeSoilAnomaly = (water: number, row: number, cell: number): number =>
  (water - (MEAN[row + cell] ?? 0)) / (DEVIATION[row + cell] ?? 1);

/**
 * Mean and standard deviation of water by season and cell, from the balance linearized about its
 * mean.
 */
function computeSoilClimate(): readonly [Float64Array, Float64Array] {
  const mean = new Float64Array(SEASON_DAYS * CELL_COUNT);
  const deviation = new Float64Array(SEASON_DAYS * CELL_COUNT);
  MARKET_CELLS.forEach((_, cell) => fillCellClimate(cell, mean, deviation));
  return [mean, deviation];
}

/** Tracks covariances of water with the persistent ridge, temperature anomaly and El Nino. */
function fillCellClimate(cell: number, means: Float64Array, deviations: Float64Array): void {
  const rain = computeRainMoments(cell);
  const ridgeRain = -RAIN_RIDGE_WEIGHT * rain.slope;
  const chanceRain = rain.variance - (RAIN_RIDGE_WEIGHT * rain.slope) ** 2;
  let [water, variance, withRidge, withHeat, withNino] = [1, 0.05, 0, 0, 0];
  for (let day = 0; day < SETTLING_YEARS * 365.25; day += 1) {
    const index = (day % SEASON_DAYS) * CELL_COUNT + cell;
    means[index] = water;
    deviations[index] = Math.sqrt(variance);
    const [sd, ridgeSd] = [SD_F[index] ?? 1, RIDGE_WEIGHT * (ORDINARY_SD_F[index] ?? 1)];
    const lossRate =
      LOSS_RATE *
      Math.exp(WARMTH * ((MEAN_F[index] ?? 0) - REFERENCE_F) + 0.5 * (WARMTH * sd) ** 2);
    const retention = 1 - lossRate;
    const heatLoss = WARMTH * lossRate * water;
    const byRidge = RAIN_FILL * ridgeRain - heatLoss * ridgeSd;
    const heatVariance = sd * sd - ridgeSd * ridgeSd;
    const byNino = RAIN_FILL * rain.slope * ninoRain(MARKET_CELLS[cell] ?? 'NYC', day);
    [withRidge, withHeat, withNino] = [
      RIDGE_MEMORY * withRidge,
      MEMORY * withHeat,
      NINO_MEMORY * withNino,
    ];
    const covariance = byRidge * withRidge - heatLoss * withHeat + byNino * withNino;
    const added =
      byRidge ** 2 +
      heatLoss ** 2 * heatVariance +
      (byNino * NINO_SD) ** 2 +
      RAIN_FILL ** 2 * chanceRain;
    // Warm spells follow earlier warmth that already dried the soil, so they remove less than
    // average.
    water =
      retention * water +
      RAIN_FILL * rain.mean -
      WARMTH * lossRate * (withHeat + withRidge * ridgeSd);
    variance = retention * retention * variance + 2 * retention * covariance + added;
    withRidge = retention * withRidge + byRidge;
    withHeat = retention * withHeat - heatLoss * heatVariance;
    withNino = retention * withNino + byNino * NINO_SD ** 2;
  }
}
