/** Fits the degrees of freedom of a Student distribution; fewer means heavier tails. */
import { computeLogGamma } from './log-gamma';
import { computeMedian } from './quantile';
import { type Sample, computeMean } from './sample';

const FREEDOM_MIN = 1.5;
const FREEDOM_MAX = 60;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
const SEARCH_STEPS = 20;
const SCALE_STEPS_MAX = 60;
const SCALE_TOLERANCE = 1e-7;

/**
 * Maximum likelihood degrees of freedom, centered at the median, from 1.5 to 60 (nearly normal).
 * The scale at each step comes from the EM step of Lange, Little and Taylor (1989); the degrees
 * from golden section search over their logarithm.
 */
export function fitStudentFreedom(values: Sample): number {
  const center = computeMedian(values);
  const squares = Float64Array.from(values, (value) => (value - center) ** 2);
  let low = Math.log(FREEDOM_MIN);
  let high = Math.log(FREEDOM_MAX);
  let inner = high - GOLDEN * (high - low);
  let outer = low + GOLDEN * (high - low);
  let [innerLikelihood, outerLikelihood] = [
    computeLikelihood(squares, Math.exp(inner)),
    computeLikelihood(squares, Math.exp(outer)),
  ];
  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    if (innerLikelihood > outerLikelihood) {
      [high, outer, outerLikelihood] = [outer, inner, innerLikelihood];
      inner = high - GOLDEN * (high - low);
      innerLikelihood = computeLikelihood(squares, Math.exp(inner));
    } else {
      [low, inner, innerLikelihood] = [inner, outer, outerLikelihood];
      outer = low + GOLDEN * (high - low);
      outerLikelihood = computeLikelihood(squares, Math.exp(outer));
    }
  }
  return Math.exp((low + high) / 2);
}

/** Mean log likelihood of squared deviations at the best scale, without constant terms. */
function computeLikelihood(squares: Float64Array, freedom: number): number {
  const variance = fitVariance(squares, freedom);
  let sum = 0;
  for (const square of squares) sum += Math.log1p(square / (freedom * variance));
  const shape =
    computeLogGamma((freedom + 1) / 2) -
    computeLogGamma(freedom / 2) -
    0.5 * Math.log(freedom * variance);
  return shape - (((freedom + 1) / 2) * sum) / squares.length;
}

function fitVariance(squares: Float64Array, freedom: number): number {
  let variance = computeMedian(squares) || computeMean(squares);
  for (let step = 0; step < SCALE_STEPS_MAX; step += 1) {
    let sum = 0;
    for (const square of squares) sum += ((freedom + 1) * square) / (freedom + square / variance);
    const next = sum / squares.length;
    if (Math.abs(next / variance - 1) < SCALE_TOLERANCE) return next;
    variance = next;
  }
  return variance;
}
