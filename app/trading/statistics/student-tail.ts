/**
 * Tail probability of Student's t.
 *
 * Source: Abramowitz and Stegun 26.5.8 and 26.7.1, continued fraction by W. J. Lentz 1976.
 */
import { computeLogGamma } from './log-gamma';

const TERMS_MAX = 500;
const TOLERANCE = 1e-15;
const TINY = 1e-300;

/**
 * Two-sided p-value: probability of a larger abs(t), 0 to 1; NaN for a NaN statistic. Throws
 * RangeError unless degrees of freedom are positive.
 */
export function computeStudentTail(t: number, freedom: number): number {
  if (!(freedom > 0))
    throw new RangeError(
      `Student's distribution has degrees of freedom above zero, got ${freedom}`,
    );
  if (Number.isNaN(t)) return NaN;
  return computeIncompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
}

/** Regularized incomplete beta function. */
function computeIncompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    computeLogGamma(a + b) -
      computeLogGamma(a) -
      computeLogGamma(b) +
      a * Math.log(x) +
      b * Math.log1p(-x),
  );
  return x < (a + 1) / (a + b + 2)
    ? (front * computeFraction(x, a, b)) / a
    : 1 - (front * computeFraction(1 - x, b, a)) / b;
}

function computeFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / avoidZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= TERMS_MAX; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / avoidZero(1 + term * d);
      c = avoidZero(1 + term / c);
      value *= c * d;
    }
    if (Math.abs(c * d - 1) < TOLERANCE) break;
  }
  return value;
}

const avoidZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
