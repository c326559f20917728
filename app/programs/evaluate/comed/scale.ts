// Prices made tame before anything is fitted: centered on the median, in robust deviations, and bent
// so that spikes weigh less.
// Source: B. Uniejewski, R. Weron and F. Ziel 2018, IEEE Transactions on Power Systems 33 (area
// hyperbolic sine).
import { computeMedian } from '../../../trading/statistics/quantile';

/** Median absolute deviation of a normal distribution in standard deviations, inverted. */
const NORMAL_MAD = 1.4826;

export interface Scale {
  readonly to: (price: number) => number;
  readonly from: (z: number) => number;
}

/** The scale of these prices, $/MWh. */
export function computeScale(prices: Float64Array): Scale {
  const center = computeMedian(prices);
  const size = NORMAL_MAD * computeMedian(prices.map((price) => Math.abs(price - center)));
  return {
    to: (price) => Math.asinh((price - center) / size),
    from: (z) => center + size * Math.sinh(z),
  };
}
