/**
 * A network's forecast of one price: calibrated probability, distribution of the move, and reasons.
 */
import { computeNormalProbability } from '../domain/normal-distribution';
import type { SignalReason } from '../domain/signal-facts';
import type { EpochMs } from '../domain/units';

export interface PriceForecast {
  /** Id of the network in the registry. */
  readonly network: string;
  readonly chain: string;
  /** The forecast uses only data that were public at this time. */
  readonly stampMs: EpochMs;
  readonly horizonMs: number;
  /** Calibrated probability of a rise over the horizon, 0 to 1. */
  readonly chanceUp: number;
  /** The 10%, 50% and 90% quantiles of the move over the horizon, in quoted units. */
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  /** Sorted by absolute contribution, largest first. */
  readonly reasons: readonly SignalReason[];
}

/** Distance between the 10% and 90% quantiles of a standard normal variable. */
export const BAND_WIDTH = 2.563103131089201;

/**
 * Expected gain while a call is held, as a multiple of that of its first day: the expected gains of
 * the next five days sum to about this. The evaluation measures it (`persistence`):
 * docs/decisions/0061.
 */
export const HOLDING_FACTOR = 2;

/** Expected gain of the likelier side over the horizon before costs, in quoted units. */
export const computeDailyGain = (
  forecast: Pick<PriceForecast, 'chanceUp' | 'low' | 'middle' | 'high'>,
): number => Math.abs(2 * forecast.chanceUp - 1) * computeExpectedMove(forecast);

/**
 * Expected absolute move, in quoted units: mean of abs(x) for a normal x with the forecast's median
 * and the standard deviation implied by its 80% interval (F. C. Leone, L. S. Nelson and R. B.
 * Nottingham 1961, The folded normal distribution). An interval of zero width gives the absolute
 * median.
 */
export function computeExpectedMove({
  low,
  middle,
  high,
}: Pick<PriceForecast, 'low' | 'middle' | 'high'>): number {
  const sigma = (high - low) / BAND_WIDTH;
  if (!(sigma > 0)) return Math.abs(middle);
  const ratio = middle / sigma;
  return (
    sigma * Math.sqrt(2 / Math.PI) * Math.exp((-ratio * ratio) / 2) +
    middle * (1 - 2 * computeNormalProbability(-ratio))
  );
}
