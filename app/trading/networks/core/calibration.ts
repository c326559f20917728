/** Calibration of a network's logits, fitted on rows not used in training. */
import { computeMeanLogLoss } from '../../statistics/log-loss';
import { interpolateTable } from './interpolation';
import { buildBlocks, poolDecreasing } from './isotonic';
import { type PlattLine, fitPlatt, fitSlope } from './platt';
import { computeSigmoid } from './losses';

/** Minimum rows for an isotonic curve; below it only Platt's line is fitted. */
const ISOTONIC_ROWS_MIN = 2000;
/** Cross-validation folds (consecutive rows) that compare curve and line. */
const FOLDS = 3;
export const PROBABILITY_MIN = 0.02;
export const PROBABILITY_MAX = 0.98;
/** Rounded to a millionth, as weights are. */
const ROUNDING = 1e6;

export type Calibration =
  /** Probabilities at ascending logits, interpolated linearly, constant beyond the ends. */
  | {
      readonly kind: 'isotonic';
      readonly logits: readonly number[];
      readonly chances: readonly number[];
    }
  | { readonly kind: 'platt'; readonly slope: number; readonly offset: number };

/**
 * Fits Platt scaling. From 2,000 rows on an isotonic curve (bins of at least 50 rows) is used if
 * its cross-validated log loss is lower. Rows must be in time order, path by path. With
 * `isTwoSided` only a slope is fitted, because the more frequent side of a few paths does not
 * generalize. Outcomes are 0 or 1; rows with a NaN outcome are skipped. Throws RangeError for
 * unequal lengths, an invalid logit or outcome, or no rows.
 */
export function fitCalibration(
  logits: Float64Array,
  outcomes: Float64Array,
  isTwoSided = false,
): Calibration {
  if (logits.length !== outcomes.length)
    throw new RangeError(
      `each logit needs its outcome, got ${logits.length} and ${outcomes.length}`,
    );
  const hasOutcome = (_: number, row: number): boolean => !Number.isNaN(outcomes[row] ?? NaN);
  const [scores, usableOutcomes] = [logits.filter(hasOutcome), outcomes.filter(hasOutcome)];
  if (
    scores.length === 0 ||
    scores.some((score) => !Number.isFinite(score)) ||
    usableOutcomes.some((outcome) => !(outcome >= 0 && outcome <= 1))
  ) {
    throw new RangeError('a calibration needs rows with finite logits and outcomes from 0 to 1');
  }
  if (isTwoSided) return buildLine(fitSlope(scores, usableOutcomes));
  return scores.length >= ISOTONIC_ROWS_MIN && isCurveBetter(scores, usableOutcomes)
    ? buildCurve(scores, usableOutcomes)
    : buildLine(fitPlatt(scores, usableOutcomes));
}

type Fit = (scores: Float64Array, outcomes: Float64Array) => Calibration;

const buildLine = ({ slope, offset }: PlattLine): Calibration => ({
  kind: 'platt',
  slope: roundFigure(slope),
  offset: roundFigure(offset),
});

const buildCurve: Fit = (scores, outcomes) => {
  const blocks = poolDecreasing(buildBlocks(scores, outcomes));
  return {
    kind: 'isotonic',
    logits: blocks.map(({ score }) => roundFigure(score)),
    chances: blocks.map(({ outcome }) => roundFigure(outcome)),
  };
};

function isCurveBetter(scores: Float64Array, outcomes: Float64Array): boolean {
  const getFold = (row: number): number => Math.floor((FOLDS * row) / scores.length);
  const computeLoss = (fit: Fit): number => {
    let sum = 0;
    for (let fold = 0; fold < FOLDS; fold += 1) {
      const isInFold = (_: number, row: number): boolean => getFold(row) === fold;
      const isOutsideFold = (_: number, row: number): boolean => getFold(row) !== fold;
      const fitted = fit(scores.filter(isOutsideFold), outcomes.filter(isOutsideFold));
      sum +=
        computeMeanLogLoss(
          scores.filter(isInFold).map((score) => applyCalibration(fitted, score)),
          outcomes.filter(isInFold),
        ) * scores.filter(isInFold).length;
    }
    return sum;
  };
  return (
    computeLoss(buildCurve) <
    computeLoss((trainScores, trainOutcomes) => buildLine(fitPlatt(trainScores, trainOutcomes)))
  );
}

const roundFigure = (value: number): number => Math.round(value * ROUNDING) / ROUNDING + 0;

/** Probability at a logit, clamped to 0.02 to 0.98; null calibration means the plain sigmoid. */
export function applyCalibration(calibration: Calibration | null, logit: number): number {
  return Math.max(
    PROBABILITY_MIN,
    Math.min(PROBABILITY_MAX, computeProbability(calibration, logit)),
  );
}

function computeProbability(calibration: Calibration | null, logit: number): number {
  if (calibration === null) return computeSigmoid(logit);
  if (calibration.kind === 'platt')
    return computeSigmoid(calibration.slope * logit + calibration.offset);
  return interpolateTable(calibration.logits, calibration.chances, logit);
}
