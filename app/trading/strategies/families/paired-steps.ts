/**
 * The last n steps of a price and of a factor that run side by side, with the sums that a
 * regression asks for.
 */
import { spendSteps } from '../steps';

export interface PairedSteps {
  readonly size: number;
  readonly prices: Float64Array;
  readonly factors: Float64Array;
  head: number;
  count: number;
  price: number;
  factor: number;
  pricePrice: number;
  priceFactor: number;
  factorFactor: number;
  /** The largest sums of squares since the sums were made anew. */
  pricePeak: number;
  factorPeak: number;
}

const WORN = 1e-6;

export const emptyPairs = (size: number): PairedSteps => ({
  size,
  prices: new Float64Array(size),
  factors: new Float64Array(size),
  head: 0,
  count: 0,
  price: 0,
  factor: 0,
  pricePrice: 0,
  priceFactor: 0,
  factorFactor: 0,
  pricePeak: 0,
  factorPeak: 0,
});

export const copyPairs = (from: PairedSteps): PairedSteps => ({
  ...from,
  prices: from.prices.slice(),
  factors: from.factors.slice(),
});

function add(pairs: PairedSteps, price: number, factor: number, sign: 1 | -1): void {
  pairs.price += sign * price;
  pairs.factor += sign * factor;
  pairs.pricePrice += sign * price * price;
  pairs.priceFactor += sign * price * factor;
  pairs.factorFactor += sign * factor * factor;
}

function renewSums(pairs: PairedSteps): void {
  pairs.price = pairs.factor = pairs.pricePrice = pairs.priceFactor = pairs.factorFactor = 0;
  spendSteps(pairs.count);
  for (let i = 0; i < pairs.count; i += 1)
    add(pairs, pairs.prices[i] ?? 0, pairs.factors[i] ?? 0, 1);
  pairs.pricePeak = pairs.pricePrice;
  pairs.factorPeak = pairs.factorFactor;
}

/** Takes a step of both in, in place; the oldest leaves when there are n. */
export function pushPair(pairs: PairedSteps, price: number, factor: number): void {
  const { head, size } = pairs;
  if (pairs.count === size) add(pairs, pairs.prices[head] ?? 0, pairs.factors[head] ?? 0, -1);
  else pairs.count += 1;
  pairs.prices[head] = price;
  pairs.factors[head] = factor;
  add(pairs, price, factor, 1);
  pairs.head = head + 1 === size ? 0 : head + 1;
  if (pairs.pricePrice > pairs.pricePeak) pairs.pricePeak = pairs.pricePrice;
  if (pairs.factorFactor > pairs.factorPeak) pairs.factorPeak = pairs.factorFactor;
  if (
    pairs.head === 0 ||
    pairs.pricePrice < WORN * pairs.pricePeak ||
    pairs.factorFactor < WORN * pairs.factorPeak
  )
    renewSums(pairs);
}

/**
 * Least squares beta of the price on the factor: covariance over variance of their steps; zero for
 * a factor that only moves evenly.
 */
export function computeBeta({
  count,
  price,
  factor,
  priceFactor,
  factorFactor,
}: PairedSteps): number {
  const variance = factorFactor - (factor * factor) / count;
  return variance > WORN * factorFactor ? (priceFactor - (price * factor) / count) / variance : 0;
}

/** The sum of what is left of the price's steps without beta times the factor's. */
export const computeResidual = ({ price, factor }: PairedSteps, beta: number): number =>
  price - beta * factor;

/**
 * The same in its own deviations: sum / (root mean square x sqrt n); zero where nothing is left.
 */
export function restScore(pairs: PairedSteps, beta: number): number {
  const { pricePrice, priceFactor, factorFactor } = pairs;
  const squares = pricePrice - 2 * beta * priceFactor + beta * beta * factorFactor;
  return squares > WORN * pricePrice ? computeResidual(pairs, beta) / Math.sqrt(squares) : 0;
}
