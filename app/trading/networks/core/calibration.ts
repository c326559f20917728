/**
 * From a network's logit to the chance that was met: fitted on rows that the network was not
 * trained on.
 */
import { logLoss } from '../../statistics/log-loss';
import { interpolateTable } from './interpolation';
import { buildBlocks, poolFalling } from './isotonic';
import { type PlattLine, fitPlatt, fitSlope } from './platt';
import { computeSigmoid } from './losses';

/** From so many rows on a curve may be fitted, below it a line is. */
const ISOTONIC_ROWS_MIN = 2000;
/**
 * Parts of the rows, in their order, on each of which curve and line are compared after having been
 * fitted on the others.
 */
const PARTS = 3;
export const CHANCE_MIN = 0.02;
export const CHANCE_MAX = 0.98;
/** Kept to a millionth, as weights are. */
const ROUNDING = 1e6;

export type Calibration =
  /** Chances at rising logits, with straight lines between and flat ends. */
  | {
      readonly kind: 'isotonic';
      readonly logits: readonly number[];
      readonly chances: readonly number[];
    }
  | { readonly kind: 'platt'; readonly slope: number; readonly offset: number };

/**
 * Platt's line; from 2,000 rows on an isotonic curve, in blocks of 50 rows or more, where it tells
 * rows that it was not fitted on better than the line
 * does: a curve follows what is bent, and where there is little to tell it follows chance. Rows
 * come in order of time, world by world. With `twoSided` it
 * is a slope alone: which side came more often in a few worlds says nothing of others. Outcomes are
 * 0 or 1; rows whose outcome is NaN are left out.
 * Throws RangeError for lists of unequal lengths, a logit or outcome that cannot be, and no rows at
 * all.
 */
export function fitCalibration(
  logits: Float64Array,
  outcomes: Float64Array,
  twoSided = false,
): Calibration {
  if (logits.length !== outcomes.length)
    throw new RangeError(
      `each logit needs its outcome, got ${logits.length} and ${outcomes.length}`,
    );
  const isKept = (_: number, row: number): boolean => !Number.isNaN(outcomes[row] ?? NaN);
  const [scores, known] = [logits.filter(isKept), outcomes.filter(isKept)];
  if (
    scores.length === 0 ||
    scores.some((score) => !Number.isFinite(score)) ||
    known.some((outcome) => !(outcome >= 0 && outcome <= 1))
  ) {
    throw new RangeError('a calibration needs rows with finite logits and outcomes from 0 to 1');
  }
  if (twoSided) return buildLine(fitSlope(scores, known));
  return scores.length >= ISOTONIC_ROWS_MIN && isCurveBetter(scores, known)
    ? buildCurve(scores, known)
    : buildLine(fitPlatt(scores, known));
}

type Fit = (scores: Float64Array, outcomes: Float64Array) => Calibration;

const buildLine = ({ slope, offset }: PlattLine): Calibration => ({
  kind: 'platt',
  slope: roundFigure(slope),
  offset: roundFigure(offset),
});

const buildCurve: Fit = (scores, outcomes) => {
  const blocks = poolFalling(buildBlocks(scores, outcomes));
  return {
    kind: 'isotonic',
    logits: blocks.map(({ score }) => roundFigure(score)),
    chances: blocks.map(({ outcome }) => roundFigure(outcome)),
  };
};

function isCurveBetter(scores: Float64Array, outcomes: Float64Array): boolean {
  const getPart = (row: number): number => Math.floor((PARTS * row) / scores.length);
  const computeLoss = (fit: Fit): number => {
    let sum = 0;
    for (let part = 0; part < PARTS; part += 1) {
      const isIn = (_: number, row: number): boolean => getPart(row) === part;
      const isOut = (_: number, row: number): boolean => getPart(row) !== part;
      const fitted = fit(scores.filter(isOut), outcomes.filter(isOut));
      sum +=
        logLoss(
          scores.filter(isIn).map((score) => applyCalibration(fitted, score)),
          outcomes.filter(isIn),
        ) * scores.filter(isIn).length;
    }
    return sum;
  };
  return computeLoss(buildCurve) < computeLoss((own, came) => buildLine(fitPlatt(own, came)));
}

const roundFigure = (value: number): number => Math.round(value * ROUNDING) / ROUNDING + 0;

/** The chance at a logit, 0.02 to 0.98; null stands for a logit taken at its word. */
export function applyCalibration(calibration: Calibration | null, logit: number): number {
  return Math.max(CHANCE_MIN, Math.min(CHANCE_MAX, chanceAt(calibration, logit)));
}

function chanceAt(calibration: Calibration | null, logit: number): number {
  if (calibration === null) return computeSigmoid(logit);
  if (calibration.kind === 'platt')
    return computeSigmoid(calibration.slope * logit + calibration.offset);
  return interpolateTable(calibration.logits, calibration.chances, logit);
}
