/**
 * Degrees of freedom of the Student distribution that fits a sample best: the fewer, the heavier
 * its tails.
 */
import { logGamma } from './log-gamma';
import { computeMedian } from './quantile';
import { type Sample, computeMean } from './sample';

const FREEDOM_MIN = 1.5;
const FREEDOM_MAX = 60;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
const SEARCH_STEPS = 20;
const SCALE_STEPS_MAX = 60;
const SCALE_TOLERANCE = 1e-7;

/**
 * Degrees of freedom by maximum likelihood with the median as center, between 1.5 and 60; 60 stands
 * for a normal distribution.
 * The scale of each trial is found by the EM step of Lange, Little and Taylor (1989), the degrees
 * by golden section over their logarithm.
 */
export function fitStudentFreedom(values: Sample): number {
  const center = computeMedian(values);
  const squares = Float64Array.from(values, (value) => (value - center) ** 2);
  let low = Math.log(FREEDOM_MIN);
  let high = Math.log(FREEDOM_MAX);
  let inner = high - GOLDEN * (high - low);
  let outer = low + GOLDEN * (high - low);
  let [atInner, atOuter] = [
    computeLikelihood(squares, Math.exp(inner)),
    computeLikelihood(squares, Math.exp(outer)),
  ];
  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    if (atInner > atOuter) {
      [high, outer, atOuter] = [outer, inner, atInner];
      inner = high - GOLDEN * (high - low);
      atInner = computeLikelihood(squares, Math.exp(inner));
    } else {
      [low, inner, atInner] = [inner, outer, atOuter];
      outer = low + GOLDEN * (high - low);
      atOuter = computeLikelihood(squares, Math.exp(outer));
    }
  }
  return Math.exp((low + high) / 2);
}

/**
 * Mean log likelihood of squared distances under a Student distribution at its best scale, without
 * terms that are alike for all.
 */
function computeLikelihood(squares: Float64Array, freedom: number): number {
  const variance = bestVariance(squares, freedom);
  let sum = 0;
  for (const square of squares) sum += Math.log1p(square / (freedom * variance));
  const shape =
    logGamma((freedom + 1) / 2) - logGamma(freedom / 2) - 0.5 * Math.log(freedom * variance);
  return shape - (((freedom + 1) / 2) * sum) / squares.length;
}

function bestVariance(squares: Float64Array, freedom: number): number {
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
