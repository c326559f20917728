/**
 * The Samuelson effect: near contracts move more than far ones, for news fades on the way to a far
 * delivery.
 *
 * Source: P. A. Samuelson 1965, Proof that properly anticipated prices fluctuate randomly,
 * Industrial Management Review 6.
 */

import { computeMean } from './sample';

/** A volatility and how many years off its delivery is. */
interface MaturityVolatility {
  readonly years: number;
  readonly volatility: number;
}

/**
 * Least squares slope of the log of volatility over years to delivery, per year: -0.5 means that a
 * year further off it is a factor exp(-0.5).
 */
export function samuelsonSlope(points: readonly MaturityVolatility[]): number {
  if (points.length < 2)
    throw new RangeError('a slope takes volatilities at two distances at least');
  const years = computeMean(points.map((point) => point.years));
  const logs = computeMean(points.map((point) => Math.log(point.volatility)));
  let [products, squares] = [0, 0];
  for (const point of points) {
    products += (point.years - years) * (Math.log(point.volatility) - logs);
    squares += (point.years - years) ** 2;
  }
  return products / squares;
}
