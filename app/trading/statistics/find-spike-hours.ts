import { bisectLeft, quantileSorted } from 'd3-array';
import type { Sample } from './sample';

/** A month of hours. */
export const SPIKE_WINDOW_HOURS = 720;
const SPIKE_MULTIPLE = 3;

/**
 * Flags spikes: 1 for each hour above three times the median of the previous 720 hours and above
 * `floor` (in price units), else 0; 0 within the first 720 hours.
 */
export function findSpikeHours(prices: Sample, floor: number): Uint8Array {
  const isSpike = new Uint8Array(prices.length);
  const window: number[] = [];
  for (let i = 0; i < prices.length; i += 1) {
    const price = prices[i] ?? NaN;
    if (i >= SPIKE_WINDOW_HOURS) {
      const median = quantileSorted(window, 0.5) ?? NaN;
      if (price > SPIKE_MULTIPLE * median && price > floor) isSpike[i] = 1;
      window.splice(bisectLeft(window, prices[i - SPIKE_WINDOW_HOURS] ?? NaN), 1);
    }
    window.splice(bisectLeft(window, price), 0, price);
  }
  return isSpike;
}
