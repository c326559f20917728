/** Spikes of an hourly price: hours far above what the last month was used to. */
import { bisectLeft, quantileSorted } from 'd3-array';
import type { Sample } from './sample';

/** A month of hours. */
export const SPIKE_WINDOW_HOURS = 720;
const SPIKE_MULTIPLE = 3;

/**
 * 1 for each hour above three times the median of the 720 hours before it and above `floor`, else
 * 0; 0 within the first 720 hours.
 * `floor` is in the unit of the prices: what no one would call a spike, however cheap the month
 * was.
 */
export function spikeHours(prices: Sample, floor: number): Uint8Array {
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
