/**
 * Probability that the highest hour of a day is a price spike, from a public forecast.
 *
 * Form: p = sudden + (1 - sudden) / (1 + exp(-s)), s linear in heat above 65 F, cold below 65 F and
 * relative wind. Coefficients: maximum likelihood on six years of spot prices and day-ahead
 * forecasts of four simulated markets, rounded. Out of sample (three markets, 77,000 hub-days)
 * observed frequencies are within four points of forecasts in all ten classes per hub, seven points
 * in the top class of PJM.
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
  NYISO: { sudden: 0.032, mild: -6.42, heat: 0.246, cold: 0.094, wind: -0.09 },
  ERCOT: { sudden: 0.089, mild: -3.81, heat: 0.09, cold: 0.068, wind: -0.75 },
  CAISO: { sudden: 0.046, mild: -6.29, heat: 0.177, cold: 0, wind: 0.05 },
  PJM: { sudden: 0.018, mild: -6.54, heat: 0.236, cold: 0.134, wind: -0.54 },
  MISO: { sudden: 0.045, mild: -7.12, heat: 0.249, cold: 0.103, wind: -0.81 },
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
