/** The traffic light of a value at risk: whether the days beyond it are still what chance gives. */
import { logGamma } from '../statistics/log-gamma';

export type TrafficLight = 'green' | 'yellow' | 'red';

/**
 * Chance of at most so many days beyond at which the zones begin: the Basel Committee's, for any
 * number of days (1996, Supervisory framework for backtesting).
 */
const YELLOW = 0.95;
const RED = 0.9999;

/**
 * Chance of at most `hits` of `days` when each has the chance `share`: the binomial distribution,
 * summed.
 */
export function binomialUpTo(hits: number, days: number, share: number): number {
  let sum = 0;
  for (let k = 0; k <= hits; k += 1)
    sum += Math.exp(
      logGamma(days + 1) -
        logGamma(k + 1) -
        logGamma(days - k + 1) +
        k * Math.log(share) +
        (days - k) * Math.log(1 - share),
    );
  return Math.min(1, sum);
}

/**
 * The zone of so many days beyond a value at risk of the promised share: for 1 % of 250 days green
 * to 4, yellow to 9, then red.
 */
export function trafficLight(exceptions: number, days: number, share: number): TrafficLight {
  const chance = binomialUpTo(exceptions, days, share);
  if (chance < YELLOW) return 'green';
  return chance < RED ? 'yellow' : 'red';
}

/**
 * Smallest and largest number of days beyond that chance gives 99 times of 100, half of the rest on
 * each side.
 */
export function binomialBand(
  days: number,
  share: number,
): { readonly low: number; readonly high: number } {
  const AWAY = 0.005;
  let low = 0;
  while (binomialUpTo(low, days, share) <= AWAY) low += 1;
  let high = low;
  while (binomialUpTo(high, days, share) < 1 - AWAY) high += 1;
  return { low, high };
}
