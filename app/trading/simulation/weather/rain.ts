/** Daily rain from a latent normal: wet on a third of the days, occasionally heavy. */
import { normalDensity, normalShare } from '../random-streams';
import { MARKET_CELLS } from '../../weather/cell';
import { CLIMATE } from './climate';
import { evaluateCubic, buildCubics } from './cubic';

/**
 * Latent rain = RAIN_RANDOM_WEIGHT z - RAIN_RIDGE_WEIGHT ridge + El Nino. Rain is the excess over
 * RAIN_THRESHOLD to the power 1.5.
 */
export const RAIN_RANDOM_WEIGHT = 0.95;
export const RAIN_RIDGE_WEIGHT = 0.42;
const RAIN_THRESHOLD = 0.45;
/** Variance of the latent normal in years without El Nino. */
const LATENT_VARIANCE = RAIN_RANDOM_WEIGHT ** 2 + RAIN_RIDGE_WEIGHT ** 2;

const FROM = -6;
const STEPS_PER_UNIT = 32;
const TABLE_SIZE = 12 * STEPS_PER_UNIT + 1;
const NODES = 160;

/**
 * E[max(0, a + Z)^1.5] and its slope for a from -6 to 6, by the trapezoidal rule in v, v^2 = a + Z.
 */
const CUBICS = tabulateRain();

function tabulateRain(): Float64Array {
  const [values, slopes] = [new Float64Array(TABLE_SIZE), new Float64Array(TABLE_SIZE)];
  for (let index = 0; index < TABLE_SIZE; index += 1) {
    const a = FROM + index / STEPS_PER_UNIT;
    const step = Math.sqrt(a + 14) / NODES;
    let [value, slope] = [0, 0];
    for (let node = 1; node <= NODES; node += 1) {
      const v = node * step;
      const density = 2 * v * step * normalDensity(v * v - a);
      value += density * v ** 3;
      slope += density * 1.5 * v;
    }
    values[index] = value;
    slopes[index] = slope / STEPS_PER_UNIT;
  }
  return buildCubics(values, slopes);
}

/** E[max(0, a + Z)^1.5] for a standard normal Z, to about 1e-8. */
export function computeMeanExcess(a: number): number {
  if (a <= FROM) return 0;
  if (a >= -FROM) return a ** 1.5 * (1 + 0.375 / (a * a));
  const position = (a - FROM) * STEPS_PER_UNIT;
  const index = Math.min(TABLE_SIZE - 2, Math.floor(position));
  return evaluateCubic(CUBICS, index, position - index);
}

const LATENT_SD = Math.sqrt(LATENT_VARIANCE);
const MEAN_EXCESS = LATENT_SD ** 1.5 * computeMeanExcess(-RAIN_THRESHOLD / LATENT_SD);

/** Inches per unit of excess by cell, such that the daily mean equals the climate's. */
const RAIN_SCALE = Float64Array.from(
  MARKET_CELLS,
  (cell) => CLIMATE[cell].rainInches / MEAN_EXCESS,
);

export const computeRain = (cell: number, latent: number): number =>
  latent <= RAIN_THRESHOLD ? 0 : (RAIN_SCALE[cell] ?? 0) * (latent - RAIN_THRESHOLD) ** 1.5;

/** Expected inches for a normal latent value. */
export function computeExpectedRain(cell: number, mean: number, sd: number): number {
  return sd < 1e-6
    ? computeRain(cell, mean)
    : (RAIN_SCALE[cell] ?? 0) * sd ** 1.5 * computeMeanExcess((mean - RAIN_THRESHOLD) / sd);
}

/** Probability of more than `inches` for a normal latent value. */
export function computeRainProbability(
  cell: number,
  mean: number,
  sd: number,
  inches: number,
): number {
  const latent = RAIN_THRESHOLD + (inches / (RAIN_SCALE[cell] ?? 1)) ** (1 / 1.5);
  if (sd < 1e-6) return mean > latent ? 1 : 0;
  return normalShare((mean - latent) / sd);
}

/**
 * Mean, mean slope and variance of daily rain as a function of the latent normal, inches; for the
 * linearized soil model.
 */
export function computeRainMoments(cell: number): {
  readonly mean: number;
  readonly slope: number;
  readonly variance: number;
} {
  const scale = RAIN_SCALE[cell] ?? 0;
  let [mean, slope, square] = [0, 0, 0];
  const step = 0.01;
  for (let latent = RAIN_THRESHOLD + step / 2; latent < 8; latent += step) {
    const density = (step * normalDensity(latent / LATENT_SD)) / LATENT_SD;
    const rain = scale * (latent - RAIN_THRESHOLD) ** 1.5;
    mean += density * rain;
    slope += density * scale * 1.5 * (latent - RAIN_THRESHOLD) ** 0.5;
    square += density * rain * rain;
  }
  return { mean, slope, variance: square - mean * mean };
}
