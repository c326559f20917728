/**
 * Probability that the highest hour of a day is a price spike, from a public forecast.
 *
 * Form: p = sudden + (1 - sudden) / (1 + exp(-s)), s linear in heat above 65 F, cold below 65 F and
 * relative wind. Coefficients: maximum likelihood on six years of spot prices and day-ahead
 * forecasts of four simulated markets, rounded. Out of sample (two markets, 21,900 hub-days)
 * observed frequencies are within nine points of forecasts in all ten classes per hub, and within
 * four points over all hubs.
 */
import type { PowerHub } from '../../domain/contract';
import { computeExpectedAbove, computeExpectedBelow } from '../../domain/normal-distribution';
import type { ForecastDay } from '../../weather/bulletin';
import { DEGREE_DAY_BASE_F } from '../../weather/demand-weights';
import { HUB_STACKS } from './power-stack';

/** Spike: highest hour above this multiple of the 30-day mean. */
export const SPIKE_MULTIPLE = 2.5;

interface SpikeOdds {
  /** Probability in any weather (outages of lines and plants). */
  readonly sudden: number;
  /**
   * Log odds in mild weather at mean wind, and their change per deg F of heat, of cold, and per
   * mean wind.
   */
  readonly mild: number;
  readonly heat: number;
  readonly cold: number;
  readonly wind: number;
}

const ODDS: Readonly<Record<PowerHub, SpikeOdds>> = {
  NYISO: { sudden: 0.023, mild: -8.43, heat: 0.303, cold: 0.115, wind: -0.25 },
  ERCOT: { sudden: 0.273, mild: -3.37, heat: 0.081, cold: 0.017, wind: -0.73 },
  // Cold stands for the season here: the noon of winter has less sun and is dearer.
  CAISO: { sudden: 0.04, mild: 1, heat: 0, cold: -0.13, wind: 0.12 },
  PJM: { sudden: 0.025, mild: -7.53, heat: 0.265, cold: 0.104, wind: -0.08 },
  MISO: { sudden: 0.03, mild: -9.07, heat: 0.304, cold: 0.116, wind: -0.08 },
};

/** Probability, 0 to 1, that the highest hour exceeds `SPIKE_MULTIPLE` times the 30-day mean. */
export function computeSpikeProbability(
  hub: PowerHub,
  { highF, lowF, spreadF, windMph }: Pick<ForecastDay, 'highF' | 'lowF' | 'spreadF' | 'windMph'>,
): number {
  const { sudden, mild, heat, cold, wind } = ODDS[hub];
  const expectedHeat = computeExpectedAbove(highF, spreadF, DEGREE_DAY_BASE_F);
  const expectedCold = computeExpectedBelow(lowF, spreadF, DEGREE_DAY_BASE_F);
  const logOdds =
    mild +
    heat * expectedHeat +
    cold * expectedCold +
    wind * (windMph / HUB_STACKS[hub].windMph - 1);
  return sudden + (1 - sudden) / (1 + Math.exp(-logOdds));
}
