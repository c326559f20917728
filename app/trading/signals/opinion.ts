/**
 * What a network thinks of one price: a calibrated chance, the distribution of the move to come,
 * and the reasons behind the chance.
 */
import { normalShare } from '../domain/normal-curve';
import type { SignalReason } from '../domain/signal-facts';
import type { EpochMs } from '../domain/units';

export interface Opinion {
  /** Id of the network in the registry. */
  readonly network: string;
  readonly chain: string;
  /** What was public then is all that it rests on. */
  readonly stampMs: EpochMs;
  readonly horizonMs: number;
  /** Calibrated chance of a rise over the horizon, 0 to 1. */
  readonly chanceUp: number;
  /** Quantiles of 10, 50 and 90 % of the move over the horizon, in quoted units. */
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  /** The largest in size first. */
  readonly reasons: readonly SignalReason[];
}

/** Distance of the quantiles of 10 and 90 % of a standard normal variable. */
const BAND_WIDTH = 2.563103131089201;

/**
 * Expected size of the move, in quoted units: mean of |x| for x normal with the opinion's middle
 * and the deviation that its band implies
 * (F. C. Leone, L. S. Nelson and R. B. Nottingham 1961, The folded normal distribution). A band of
 * no width gives the size of the middle.
 */
export function computeExpectedSize({
  low,
  middle,
  high,
}: Pick<Opinion, 'low' | 'middle' | 'high'>): number {
  const deviation = (high - low) / BAND_WIDTH;
  if (!(deviation > 0)) return Math.abs(middle);
  const ratio = middle / deviation;
  return (
    deviation * Math.sqrt(2 / Math.PI) * Math.exp((-ratio * ratio) / 2) +
    middle * (1 - 2 * normalShare(-ratio))
  );
}
