/**
 * How likely a hub's dearest hour of a coming day is a spike, from a public forecast.
 *
 * Form: chance = sudden + (1 - sudden) / (1 + exp(-s)), s linear in degrees of the day's high above
 * 65 F and of its low below, and in the wind over its usual.
 * Coefficients: maximum likelihood on six years of published spot prices and day-ahead forecasts of
 * four simulated markets, rounded.
 * On three others (77,000 hub-days) the ten classes of each hub came within four points of what was
 * told, the top class of PJM within seven.
 */
import type { PowerHub } from '../../domain/contract';
import { expectedAbove, expectedBelow } from '../../domain/normal-curve';
import type { ForecastDay } from '../../weather/bulletin';
import { DEGREE_DAY_BASE_F } from '../../weather/demand-weights';
import { HUB_STACKS } from './power-stack';

/** A day spikes when its dearest hour passes so many times the mean of the last thirty days. */
export const SPIKE_MULTIPLE = 2.5;

interface SpikeOdds {
  /** Chance of a spike in any weather: lines and plants that fail. */
  readonly sudden: number;
  /**
   * Log odds of scarcity in mild weather with usual wind, and what a degree F of heat or cold and
   * once the usual wind add.
   */
  readonly mild: number;
  readonly heat: number;
  readonly cold: number;
  readonly wind: number;
}

const ODDS: Readonly<Record<PowerHub, SpikeOdds>> = {
  NYISO: { sudden: 0.032, mild: -6.42, heat: 0.246, cold: 0.094, wind: -0.09 },
  ERCOT: { sudden: 0.089, mild: -3.81, heat: 0.09, cold: 0.068, wind: -0.75 },
  CAISO: { sudden: 0.046, mild: -6.29, heat: 0.177, cold: 0, wind: 0.05 },
  PJM: { sudden: 0.018, mild: -6.54, heat: 0.236, cold: 0.134, wind: -0.54 },
  MISO: { sudden: 0.045, mild: -7.12, heat: 0.249, cold: 0.103, wind: -0.81 },
};

/**
 * The chance, 0 to 1, that the dearest hour at a hub on a forecast day passes `SPIKE_MULTIPLE`
 * times the mean of the thirty days before.
 */
export function chanceOfSpike(
  hub: PowerHub,
  { highF, lowF, spreadF, windMph }: Pick<ForecastDay, 'highF' | 'lowF' | 'spreadF' | 'windMph'>,
): number {
  const { sudden, mild, heat, cold, wind } = ODDS[hub];
  const hot = expectedAbove(highF, spreadF, DEGREE_DAY_BASE_F);
  const chilly = expectedBelow(lowF, spreadF, DEGREE_DAY_BASE_F);
  const scarce = mild + heat * hot + cold * chilly + wind * (windMph / HUB_STACKS[hub].windMph - 1);
  return sudden + (1 - sudden) / (1 + Math.exp(-scarce));
}
