/** The last n paired steps of a price and a factor, with running sums for a regression. */
import { spendSteps } from '../step-budget';

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
  /** Peak sums of squares since the last recomputation. */
  pricePeak: number;
  factorPeak: number;
}

const PRECISION_LOSS = 1e-6;

export const createPairedSteps = (size: number): PairedSteps => ({
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

export const copyPairedSteps = (from: PairedSteps): PairedSteps => ({
  ...from,
  prices: from.prices.slice(),
  factors: from.factors.slice(),
});

function addStep(pairs: PairedSteps, price: number, factor: number, sign: 1 | -1): void {
  pairs.price += sign * price;
  pairs.factor += sign * factor;
  pairs.pricePrice += sign * price * price;
  pairs.priceFactor += sign * price * factor;
  pairs.factorFactor += sign * factor * factor;
}

function recomputeSums(pairs: PairedSteps): void {
  pairs.price = pairs.factor = pairs.pricePrice = pairs.priceFactor = pairs.factorFactor = 0;
  spendSteps(pairs.count);
  for (let i = 0; i < pairs.count; i += 1)
    addStep(pairs, pairs.prices[i] ?? 0, pairs.factors[i] ?? 0, 1);
  pairs.pricePeak = pairs.pricePrice;
  pairs.factorPeak = pairs.factorFactor;
}

/** Adds a pair of steps in place; the oldest leaves at n. */
export function pushPair(pairs: PairedSteps, price: number, factor: number): void {
  const { head, size } = pairs;
  if (pairs.count === size) addStep(pairs, pairs.prices[head] ?? 0, pairs.factors[head] ?? 0, -1);
  else pairs.count += 1;
  pairs.prices[head] = price;
  pairs.factors[head] = factor;
  addStep(pairs, price, factor, 1);
  pairs.head = head + 1 === size ? 0 : head + 1;
  if (pairs.pricePrice > pairs.pricePeak) pairs.pricePeak = pairs.pricePrice;
  if (pairs.factorFactor > pairs.factorPeak) pairs.factorPeak = pairs.factorFactor;
  if (
    pairs.head === 0 ||
    pairs.pricePrice < PRECISION_LOSS * pairs.pricePeak ||
    pairs.factorFactor < PRECISION_LOSS * pairs.factorPeak
  )
    recomputeSums(pairs);
}

/**
 * Least-squares beta: covariance / variance of the steps; zero when the factor steps do not vary.
 */
export function computeBeta({
  count,
  price,
  factor,
  priceFactor,
  factorFactor,
}: PairedSteps): number {
  const variance = factorFactor - (factor * factor) / count;
  return variance > PRECISION_LOSS * factorFactor
    ? (priceFactor - (price * factor) / count) / variance
    : 0;
}

/** Sum of the residual steps: price - beta x factor. */
export const computeResidual = ({ price, factor }: PairedSteps, beta: number): number =>
  price - beta * factor;

/** z-score of the residual: sum / (rms x sqrt n); zero without residual. */
export function computeResidualScore(pairs: PairedSteps, beta: number): number {
  const { pricePrice, priceFactor, factorFactor } = pairs;
  const squares = pricePrice - 2 * beta * priceFactor + beta * beta * factorFactor;
  return squares > PRECISION_LOSS * pricePrice
    ? computeResidual(pairs, beta) / Math.sqrt(squares)
    : 0;
}
