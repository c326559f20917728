/**
 * Probability that the highest hour of a day is a price spike, from a public forecast.
 *
 * Form: p = sudden + (1 - sudden) / (1 + exp(-s)), s linear in heat above 65 F, cold below 65 F and
 * relative wind. Coefficients: maximum likelihood on five years of spot prices and day-ahead
 * forecasts of three simulated markets, rounded. Out of sample (one market, 9,100 hub-days)
 * observed frequencies are within four points of forecasts in four classes over all hubs, and
 * within ten in all ten classes per hub but the top one of CAISO.
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
  NYISO: { sudden: 0.034, mild: -5.53, heat: 0.154, cold: 0.056, wind: 0 },
  ERCOT: { sudden: 0.293, mild: -2.87, heat: 0.056, cold: 0, wind: -0.61 },
  // Cold stands for the season here: the noon of winter has less sun and is dearer.
  CAISO: { sudden: 0.019, mild: 0.8, heat: 0, cold: -0.12, wind: 0.3 },
  PJM: { sudden: 0.025, mild: -4.97, heat: 0.154, cold: 0.055, wind: -0.25 },
  MISO: { sudden: 0.049, mild: -8.15, heat: 0.239, cold: 0.1, wind: -0.49 },
};

/** Change of the log odds by wind; null where the hub depends on wind and none is forecast. */
function computeWindOdds(hub: PowerHub, windMph: number | null): number | null {
  const { wind } = ODDS[hub];
  if (wind === 0) return 0;
  return windMph === null ? null : wind * (windMph / HUB_STACKS[hub].windMph - 1);
}

/**
 * Probability, 0 to 1, that the highest hour exceeds `SPIKE_MULTIPLE` times the 30-day mean. Null
 * where the hub depends on wind and none is forecast.
 */
export function computeSpikeProbability(
  hub: PowerHub,
  { highF, lowF, spreadF, windMph }: Pick<ForecastDay, 'highF' | 'lowF' | 'spreadF' | 'windMph'>,
): number | null {
  const { sudden, mild, heat, cold } = ODDS[hub];
  const windOdds = computeWindOdds(hub, windMph);
  if (windOdds === null) return null;
  const expectedHeat = computeExpectedAbove(highF, spreadF, DEGREE_DAY_BASE_F);
  const expectedCold = computeExpectedBelow(lowF, spreadF, DEGREE_DAY_BASE_F);
  const logOdds = mild + heat * expectedHeat + cold * expectedCold + windOdds;
  return sudden + (1 - sudden) / (1 + Math.exp(-logOdds));
}
