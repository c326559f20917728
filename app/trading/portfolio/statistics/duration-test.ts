/** Duration test of VaR exceedances: do they come in clusters over more than one day? */
import type { Random } from '../../ports';

interface DurationTest {
  /** Weibull shape b of the days between exceedances: 1 without memory, below 1 in clusters. */
  readonly shape: number;
  /** Likelihood ratio against b = 1. */
  readonly statistic: number;
  /** Simulated probability of a statistic at least as large, 0 to 1. */
  readonly pValue: number;
}

interface Durations {
  /** Days between consecutive exceedances. */
  readonly complete: readonly number[];
  /** Days before the first exceedance and after the last, when the series starts or ends without. */
  readonly censored: readonly number[];
}

/** Fewer complete durations do not determine a shape. */
const DURATIONS_MIN = 3;
const SHAPE_MIN = 0.05;
const SHAPE_MAX = 20;
const BISECTIONS = 30;

/**
 * Weibull duration test (P. Christoffersen and D. Pelletier 2004, Journal of Financial Econometrics
 * 2). Durations d_i have density a^b b d^(b - 1) exp(-(a d)^b); the first and the last are censored
 * and count with the survival exp(-(a d)^b). With n complete durations, a^b = n / sum d^b over all of
 * them, so the log-likelihood at the best a is n ln b + n ln(n / sum d^b) + (b - 1) sum ln d - n,
 * with the last sum over complete durations. The statistic is -2 (ln L(b = 1) - ln L(best b)).
 *
 * Durations are whole days, so the chi-square distribution is only approximate. The p-value is that
 * of a Monte Carlo test (J.-M. Dufour 2006, Journal of Econometrics 133): (1 + number of simulated
 * statistics at least as large) / (1 + `simulations`), each from the same number of exceedances on
 * random days. `isExceeded` is true or 1 for each exceedance, in order. Null under three complete
 * durations.
 */
export function testDurations(
  isExceeded: ArrayLike<number | boolean>,
  random: Random,
  simulations: number,
): DurationTest | null {
  const fitted = fitDurations(isExceeded);
  if (!fitted) return null;
  const shuffled = Uint8Array.from(isExceeded, Number);
  let larger = 0;
  for (let simulation = 0; simulation < simulations; simulation += 1) {
    shuffleFlags(shuffled, random, `durations/${simulation}`);
    if ((fitDurations(shuffled)?.statistic ?? 0) >= fitted.statistic) larger += 1;
  }
  return { ...fitted, pValue: (1 + larger) / (1 + simulations) };
}

function shuffleFlags(values: Uint8Array, random: Random, stream: string): void {
  for (let at = values.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random.uniform(stream, at) * (at + 1));
    const value = values[at] ?? 0;
    values[at] = values[other] ?? 0;
    values[other] = value;
  }
}

function listDurations(isExceeded: ArrayLike<number | boolean>): Durations {
  const complete: number[] = [];
  const censored: number[] = [];
  let last = -1;
  for (let day = 0; day < isExceeded.length; day += 1) {
    if (!isExceeded[day]) continue;
    if (last >= 0) complete.push(day - last);
    else if (day > 0) censored.push(day);
    last = day;
  }
  if (last >= 0 && last < isExceeded.length - 1) censored.push(isExceeded.length - 1 - last);
  return { complete, censored };
}

function fitDurations(
  isExceeded: ArrayLike<number | boolean>,
): Pick<DurationTest, 'shape' | 'statistic'> | null {
  const { complete, censored } = listDurations(isExceeded);
  const count = complete.length;
  if (count < DURATIONS_MIN) return null;
  const logs = Float64Array.from([...complete, ...censored], Math.log);
  const completeLogs = complete.reduce((sum, days) => sum + Math.log(days), 0);
  const computeSums = (shape: number): { readonly powers: number; readonly weighted: number } => {
    let [powers, weighted] = [0, 0];
    for (const log of logs) {
      const power = Math.exp(shape * log);
      powers += power;
      weighted += power * log;
    }
    return { powers, weighted };
  };
  const computeLogLikelihood = (shape: number): number =>
    count * Math.log(shape) +
    count * Math.log(count / computeSums(shape).powers) +
    (shape - 1) * completeLogs -
    count;
  // The log-likelihood is concave in the shape: its derivative changes sign once.
  const computeSlope = (shape: number): number => {
    const { powers, weighted } = computeSums(shape);
    return count / shape - (count * weighted) / powers + completeLogs;
  };
  let [low, high] = [SHAPE_MIN, SHAPE_MAX];
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (computeSlope(middle) > 0) low = middle;
    else high = middle;
  }
  const shape = (low + high) / 2;
  return {
    shape,
    statistic: Math.max(0, 2 * (computeLogLikelihood(shape) - computeLogLikelihood(1))),
  };
}
