/**
 * Platt scaling: a line from a score to the logit of a probability.
 *
 * Source: J. C. Platt 1999, Probabilistic outputs for support vector machines, with his smoothed
 * targets; damped Newton steps of H.-T. Lin, C.-J. Lin and R. C. Weng 2007.
 */
import { computeMean } from '../../statistics/sample';
import { computeLoss, computeSigmoid } from './losses';

export interface PlattLine {
  readonly slope: number;
  readonly offset: number;
}

const STEPS_MAX = 100;
const SLOPE_TOLERANCE = 1e-9;
const RIDGE = 1e-12;
const HALVINGS_MAX = 30;
const HEAD = { kind: 'bce', name: 'platt', target: 0 } as const;

/**
 * Minimizes cross-entropy. A negative slope is replaced by slope 0, since a score that points the
 * wrong way has no skill. Outcomes are 0 to 1.
 */
export function fitPlatt(scores: Float64Array, outcomes: Float64Array): PlattLine {
  const targets = smoothOutcomes(outcomes);
  const computeTotalLoss = (line: PlattLine): number =>
    scores.reduce(
      (sum, score, row) =>
        sum + computeLoss(HEAD, line.slope * score + line.offset, targets[row] ?? 0),
      0,
    );
  const rate = computeMean(targets);
  const flat: PlattLine = { slope: 0, offset: Math.log(rate / (1 - rate)) };
  let line = flat;
  let loss = computeTotalLoss(line);
  for (let count = 0; count < STEPS_MAX; count += 1) {
    const step = computeNewtonStep(line, scores, targets);
    if (step === null) break;
    let length = 1;
    let next = moveLine(line, step, length);
    let nextLoss = computeTotalLoss(next);
    for (let halved = 0; halved < HALVINGS_MAX && nextLoss > loss; halved += 1) {
      next = moveLine(line, step, (length /= 2));
      nextLoss = computeTotalLoss(next);
    }
    if (nextLoss >= loss) break;
    [line, loss] = [next, nextLoss];
  }
  return line.slope > 0 ? line : flat;
}

/**
 * Symmetric variant without an offset: a score of zero means 50%, whatever the frequency of each
 * side in the sample.
 */
export function fitSlope(scores: Float64Array, outcomes: Float64Array): PlattLine {
  const appendMirrored = (own: Float64Array, mirrored: (value: number) => number): Float64Array =>
    Float64Array.from({ length: 2 * own.length }, (_, row) =>
      row < own.length ? (own[row] ?? NaN) : mirrored(own[row - own.length] ?? NaN),
    );
  // Adding mirrored rows makes the offset zero.
  return {
    slope: fitPlatt(
      appendMirrored(scores, (score) => -score),
      appendMirrored(outcomes, (outcome) => 1 - outcome),
    ).slope,
    offset: 0,
  };
}

const moveLine = (line: PlattLine, step: PlattLine, by: number): PlattLine => ({
  slope: line.slope - by * step.slope,
  offset: line.offset - by * step.offset,
});

/** Smoothed outcomes: (N+ + 1) / (N+ + 2) and 1 / (N- + 2). */
function smoothOutcomes(outcomes: Float64Array): Float64Array {
  const ups = outcomes.reduce((sum, outcome) => sum + outcome, 0);
  const high = (ups + 1) / (ups + 2);
  const low = 1 / (outcomes.length - ups + 2);
  return outcomes.map((outcome) => low + (high - low) * outcome);
}

/** Inverse Hessian times gradient; null if the gradient is zero. */
function computeNewtonStep(
  { slope, offset }: PlattLine,
  scores: Float64Array,
  targets: Float64Array,
): PlattLine | null {
  let [bySlope, byOffset, curveSlope, curveBoth, curveOffset] = [0, 0, RIDGE, 0, RIDGE];
  for (const [row, score] of scores.entries()) {
    const probability = computeSigmoid(slope * score + offset);
    const residual = probability - (targets[row] ?? 0);
    const curve = probability * (1 - probability);
    bySlope += residual * score;
    byOffset += residual;
    curveSlope += curve * score * score;
    curveBoth += curve * score;
    curveOffset += curve;
  }
  if (Math.hypot(bySlope, byOffset) < SLOPE_TOLERANCE) return null;
  const determinant = curveSlope * curveOffset - curveBoth * curveBoth;
  if (!(determinant > 0)) return null;
  return {
    slope: (curveOffset * bySlope - curveBoth * byOffset) / determinant,
    offset: (curveSlope * byOffset - curveBoth * bySlope) / determinant,
  };
}
