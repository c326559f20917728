/**
 * Samuelson effect: volatility falls with time to delivery.
 *
 * Source: P. A. Samuelson 1965, Proof that properly anticipated prices fluctuate randomly,
 * Industrial Management Review 6.
 */

import { computeMean } from './sample';

/** Volatility of a contract and its years to delivery. */
interface MaturityVolatility {
  readonly years: number;
  readonly volatility: number;
}

/**
 * Least squares slope of log volatility on years to delivery: -0.5 means a factor exp(-0.5) per
 * year.
 */
export function computeSamuelsonSlope(points: readonly MaturityVolatility[]): number {
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
