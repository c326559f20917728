/** Basel traffic light of a VaR backtest. */
import { computeLogGamma } from '../statistics/log-gamma';

export type TrafficLight = 'green' | 'yellow' | 'red';

/**
 * Cumulative probabilities at which the zones start, for any number of days (Basel Committee 1996,
 * Supervisory framework for backtesting).
 */
const YELLOW_FROM = 0.95;
const RED_FROM = 0.9999;

/** Binomial probability of at most `hits` in `days` trials. */
export function computeBinomialCdf(hits: number, days: number, rate: number): number {
  let sum = 0;
  for (let k = 0; k <= hits; k += 1)
    sum += Math.exp(
      computeLogGamma(days + 1) -
        computeLogGamma(k + 1) -
        computeLogGamma(days - k + 1) +
        k * Math.log(rate) +
        (days - k) * Math.log(1 - rate),
    );
  return Math.min(1, sum);
}

/**
 * Zone for a number of exceedances at an expected rate. For 1% of 250 days: green to 4, yellow to
 * 9, then red.
 */
export function getTrafficLight(exceptions: number, days: number, rate: number): TrafficLight {
  const cumulative = computeBinomialCdf(exceptions, days, rate);
  if (cumulative < YELLOW_FROM) return 'green';
  return cumulative < RED_FROM ? 'yellow' : 'red';
}

/** Two-sided 99% interval of the number of exceedances. */
export function computeBinomialBand(
  days: number,
  rate: number,
): { readonly low: number; readonly high: number } {
  const TAIL_PROBABILITY = 0.005;
  let low = 0;
  while (computeBinomialCdf(low, days, rate) <= TAIL_PROBABILITY) low += 1;
  let high = low;
  while (computeBinomialCdf(high, days, rate) < 1 - TAIL_PROBABILITY) high += 1;
  return { low, high };
}
