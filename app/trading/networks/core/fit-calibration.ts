import { computeMeanLogLoss } from '../../statistics/log-loss';
import { type Calibration, applyCalibration } from './calibration';
import { buildBlocks, poolDecreasing } from './isotonic';
import { type PlattLine, fitPlatt, fitSlope } from './platt';

/** Minimum rows for an isotonic curve; below it only Platt's line is fitted. */
const ISOTONIC_ROWS_MIN = 2000;
/** Cross-validation folds (consecutive rows) that compare curve and line. */
const FOLDS = 3;
/** Rounded to a millionth, as weights are. */
const ROUNDING = 1e6;

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
    ? fitCurve(scores, usableOutcomes)
    : fitLine(scores, usableOutcomes);
}

type Fit = (scores: Float64Array, outcomes: Float64Array) => Calibration;

const buildLine = ({ slope, offset }: PlattLine): Calibration => ({
  kind: 'platt',
  slope: roundFigure(slope),
  offset: roundFigure(offset),
});

const fitLine: Fit = (scores, outcomes) => buildLine(fitPlatt(scores, outcomes));

const fitCurve: Fit = (scores, outcomes) => {
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
      const chances = scores.filter(isInFold).map((score) => applyCalibration(fitted, score));
      sum += computeMeanLogLoss(chances, outcomes.filter(isInFold)) * chances.length;
    }
    return sum;
  };
  return computeLoss(fitCurve) < computeLoss(fitLine);
}

const roundFigure = (value: number): number => Math.round(value * ROUNDING) / ROUNDING + 0;
