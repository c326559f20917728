// Price transformation: median-centered, scaled by the MAD, then asinh, so that spikes weigh less.
// Source: B. Uniejewski, R. Weron and F. Ziel 2018, IEEE Transactions on Power Systems 33.
import { computeMedian } from '../../../trading/statistics/quantile';

/** Factor from the MAD to the standard deviation of a normal distribution. */
const NORMAL_MAD = 1.4826;

interface Scale {
  readonly to: (price: number) => number;
  readonly from: (z: number) => number;
}

/** Fits the scale to prices in $/MWh. */
export function computeScale(prices: Float64Array): Scale {
  const center = computeMedian(prices);
  const size = NORMAL_MAD * computeMedian(prices.map((price) => Math.abs(price - center)));
  return {
    to: (price) => Math.asinh((price - center) / size),
    from: (z) => center + size * Math.sinh(z),
  };
}
