/**
 * Logistic regression: the exact fit of a network's linear skip alone.
 *
 * Source: D. R. Cox 1958; iteratively reweighted least squares as in P. McCullagh and J. A. Nelder
 * 1989, section 2.5.
 */
import { factorizeCholesky, solveFactored } from '../../statistics/cholesky';
import { computeSigmoid } from '../core/losses';
import type { Dataset } from '../core/shape';

interface LogisticLine {
  readonly slope: Float64Array;
  readonly offset: number;
}

const STEPS_MAX = 50;
const TOLERANCE = 1e-10;
/** Added to the curvature of the offset, which has no penalty, against rounding. */
const FLOOR = 1e-9;

/**
 * Minimizes mean cross-entropy + penalty / 2 x squared slopes over scaled rows (`scaleDataset`) and
 * one of their targets, 0 to 1; rows without the target are skipped. Throws RangeError unless the
 * penalty is positive and there are rows.
 */
export function fitLogistic(dataset: Dataset, target: number, penalty: number): LogisticLine {
  if (!(penalty > 0))
    throw new RangeError(`the penalty of a logistic regression is above zero, got ${penalty}`);
  const rows = Array.from({ length: dataset.rows }, (_, row) => row).filter(
    (row) => !Number.isNaN(dataset.y[row * dataset.targets + target] ?? NaN),
  );
  if (rows.length === 0) throw new RangeError('a logistic regression needs rows with an outcome');
  const size = dataset.inputs + 1;
  const weights = new Float64Array(size);
  for (let count = 0; count < STEPS_MAX; count += 1) {
    const { slope, curve } = computeGradientAndCurvature(dataset, target, rows, weights, penalty);
    const step = solveFactored(factorizeCholesky(curve, size), size, slope, 1);
    for (let index = 0; index < size; index += 1)
      weights[index] = (weights[index] ?? 0) - (step[index] ?? 0);
    if (Math.hypot(...step) < TOLERANCE) break;
  }
  return { slope: weights.slice(0, dataset.inputs), offset: weights[dataset.inputs] ?? 0 };
}

/** Probability of outcome 1 for a scaled row. */
export function computeLogisticProbability(
  { slope, offset }: LogisticLine,
  x: Float64Array,
  xAt = 0,
): number {
  return computeSigmoid(
    slope.reduce((sum, weight, index) => sum + weight * (x[xAt + index] ?? NaN), offset),
  );
}

function computeGradientAndCurvature(
  { x, y, inputs, targets }: Dataset,
  target: number,
  rows: readonly number[],
  weights: Float64Array,
  penalty: number,
): { readonly slope: Float64Array; readonly curve: Float64Array } {
  const size = inputs + 1;
  const slope = weights.map((weight, index) => (index < inputs ? penalty * weight : 0));
  const curve = new Float64Array(size * size);
  for (let index = 0; index < size; index += 1)
    curve[index * size + index] = index < inputs ? penalty : FLOOR;
  const row = new Float64Array(size).fill(1);
  for (const at of rows) {
    for (let index = 0; index < inputs; index += 1) row[index] = x[at * inputs + index] ?? NaN;
    const probability = computeSigmoid(
      row.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0),
    );
    addRow(
      row,
      (probability - (y[at * targets + target] ?? NaN)) / rows.length,
      (probability * (1 - probability)) / rows.length,
      slope,
      curve,
    );
  }
  return { slope, curve };
}

function addRow(
  row: Float64Array,
  residual: number,
  curvature: number,
  slope: Float64Array,
  curve: Float64Array,
): void {
  const size = row.length;
  for (let index = 0; index < size; index += 1) {
    const value = row[index] ?? 0;
    slope[index] = (slope[index] ?? 0) + residual * value;
    for (let other = 0; other <= index; other += 1)
      curve[index * size + other] =
        (curve[index * size + other] ?? 0) + curvature * value * (row[other] ?? 0);
  }
}
