/** Rain of a day from a latent normal: wet on a third of the days, now and then heavy. */
import { normalDensity, normalShare } from '../random-streams';
import { MARKET_CELLS } from '../../weather/cell';
import { CLIMATE } from './climate';
import { cubicAt, buildCubics } from './cubic';

/**
 * Latent rain = CHANCE_PART z - RIDGE_DRIES ridge + El Nino; it rains above DRY_BELOW, by the
 * excess to the power 1.5.
 */
export const CHANCE_PART = 0.95;
export const RIDGE_DRIES = 0.42;
const DRY_BELOW = 0.45;
/** Variance of the latent normal in years without El Nino. */
const LATENT_VARIANCE = CHANCE_PART ** 2 + RIDGE_DRIES ** 2;

const FROM = -6;
const STEPS_PER_UNIT = 32;
const TABLE_SIZE = 12 * STEPS_PER_UNIT + 1;
const NODES = 160;

/**
 * E[max(0, a + Z)^1.5] and its slope for a from -6 to 6, by the trapezium rule in v, where v^2 = a
 * + Z.
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
      const share = 2 * v * step * normalDensity(v * v - a);
      value += share * v ** 3;
      slope += share * 1.5 * v;
    }
    values[index] = value;
    slopes[index] = slope / STEPS_PER_UNIT;
  }
  return buildCubics(values, slopes);
}

/** E[max(0, a + Z)^1.5] for a standard normal Z, to about 1e-8. */
export function excessMean(a: number): number {
  if (a <= FROM) return 0;
  if (a >= -FROM) return a ** 1.5 * (1 + 0.375 / (a * a));
  const place = (a - FROM) * STEPS_PER_UNIT;
  const index = Math.min(TABLE_SIZE - 2, Math.floor(place));
  return cubicAt(CUBICS, index, place - index);
}

const LATENT_SD = Math.sqrt(LATENT_VARIANCE);
const MEAN_EXCESS = LATENT_SD ** 1.5 * excessMean(-DRY_BELOW / LATENT_SD);

/** Inches that a unit of excess gives, by cell, such that a day has the climate's mean. */
const RAIN_SCALE = Float64Array.from(
  MARKET_CELLS,
  (cell) => CLIMATE[cell].rainInches / MEAN_EXCESS,
);

/** Inches of rain of a latent value. */
export const computeRain = (cell: number, latent: number): number =>
  latent <= DRY_BELOW ? 0 : (RAIN_SCALE[cell] ?? 0) * (latent - DRY_BELOW) ** 1.5;

/** Expected inches where the latent value is normal. */
export function expectedRain(cell: number, mean: number, sd: number): number {
  return sd < 1e-6
    ? computeRain(cell, mean)
    : (RAIN_SCALE[cell] ?? 0) * sd ** 1.5 * excessMean((mean - DRY_BELOW) / sd);
}

/** Chance of more than so many inches where the latent value is normal. */
export function rainChance(cell: number, mean: number, sd: number, inches: number): number {
  const latent = DRY_BELOW + (inches / (RAIN_SCALE[cell] ?? 1)) ** (1 / 1.5);
  if (sd < 1e-6) return mean > latent ? 1 : 0;
  return normalShare((mean - latent) / sd);
}

/**
 * Mean slope and variance of a day's rain over the latent normal, inches: what a linear account of
 * the soil needs.
 */
export function rainMoments(cell: number): {
  readonly mean: number;
  readonly slope: number;
  readonly variance: number;
} {
  const scale = RAIN_SCALE[cell] ?? 0;
  let [mean, slope, square] = [0, 0, 0];
  const step = 0.01;
  for (let latent = DRY_BELOW + step / 2; latent < 8; latent += step) {
    const share = (step * normalDensity(latent / LATENT_SD)) / LATENT_SD;
    const rain = scale * (latent - DRY_BELOW) ** 1.5;
    mean += share * rain;
    slope += share * scale * 1.5 * (latent - DRY_BELOW) ** 0.5;
    square += share * rain * rain;
  }
  return { mean, slope, variance: square - mean * mean };
}
