/**
 * A straight line from a score to the logit of a chance.
 *
 * Source: J. C. Platt 1999, Probabilistic outputs for support vector machines, with his targets
 * that keep chances off 0 and 1;
 * the damped Newton steps follow H.-T. Lin, C.-J. Lin and R. C. Weng 2007.
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
 * The line of least cross-entropy; its slope is never below zero, for a score that points the wrong
 * way has shown nothing. Rows are scores with outcomes 0 to 1.
 */
export function fitPlatt(scores: Float64Array, outcomes: Float64Array): PlattLine {
  const targets = smoothOutcomes(outcomes);
  const lossAt = (line: PlattLine): number =>
    scores.reduce(
      (sum, score, row) =>
        sum + computeLoss(HEAD, line.slope * score + line.offset, targets[row] ?? 0),
      0,
    );
  const share = computeMean(targets);
  const flat: PlattLine = { slope: 0, offset: Math.log(share / (1 - share)) };
  let line = flat;
  let loss = lossAt(line);
  for (let count = 0; count < STEPS_MAX; count += 1) {
    const step = newtonStep(line, scores, targets);
    if (step === null) break;
    let length = 1;
    let next = moveLine(line, step, length);
    let after = lossAt(next);
    for (let halved = 0; halved < HALVINGS_MAX && after > loss; halved += 1) {
      next = moveLine(line, step, (length /= 2));
      after = lossAt(next);
    }
    if (after >= loss) break;
    [line, loss] = [next, after];
  }
  return line.slope > 0 ? line : flat;
}

/**
 * The same for a score of two sides, without an offset: a score of zero is even, however often
 * either side came in the rows at hand.
 */
export function fitSlope(scores: Float64Array, outcomes: Float64Array): PlattLine {
  const twice = (own: Float64Array, mirrored: (value: number) => number): Float64Array =>
    Float64Array.from({ length: 2 * own.length }, (_, row) =>
      row < own.length ? (own[row] ?? NaN) : mirrored(own[row - own.length] ?? NaN),
    );
  // rows beside their mirror images have no offset by themselves
  return {
    slope: fitPlatt(
      twice(scores, (score) => -score),
      twice(outcomes, (outcome) => 1 - outcome),
    ).slope,
    offset: 0,
  };
}

const moveLine = (line: PlattLine, step: PlattLine, by: number): PlattLine => ({
  slope: line.slope - by * step.slope,
  offset: line.offset - by * step.offset,
});

/**
 * Outcomes drawn in from 0 and 1 by as much as their counts allow: (N+ + 1) / (N+ + 2) and 1 / (N-
 * + 2).
 */
function smoothOutcomes(outcomes: Float64Array): Float64Array {
  const ups = outcomes.reduce((sum, outcome) => sum + outcome, 0);
  const high = (ups + 1) / (ups + 2);
  const low = 1 / (outcomes.length - ups + 2);
  return outcomes.map((outcome) => low + (high - low) * outcome);
}

/** The inverse curvature times the slope; null where the slope is nothing. */
function newtonStep(
  { slope, offset }: PlattLine,
  scores: Float64Array,
  targets: Float64Array,
): PlattLine | null {
  let [bySlope, byOffset, curveSlope, curveBoth, curveOffset] = [0, 0, RIDGE, 0, RIDGE];
  for (const [row, score] of scores.entries()) {
    const chance = computeSigmoid(slope * score + offset);
    const apart = chance - (targets[row] ?? 0);
    const curve = chance * (1 - chance);
    bySlope += apart * score;
    byOffset += apart;
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
