/**
 * Logistic regression: what a network's linear skip could do alone, fitted exactly.
 *
 * Source: D. R. Cox 1958; iteratively reweighted least squares as in P. McCullagh and J. A. Nelder
 * 1989, section 2.5.
 */
import { factorize, solveFactored } from '../../statistics/cholesky';
import { computeSigmoid } from '../core/losses';
import type { Dataset } from '../core/shape';

interface LogisticLine {
  readonly slope: Float64Array;
  readonly offset: number;
}

const STEPS_MAX = 50;
const TOLERANCE = 1e-10;
/** Added to the curvature of the offset, which no penalty touches, against rounding. */
const FLOOR = 1e-9;

/**
 * The line of least mean cross-entropy plus penalty / 2 x squared slopes, over scaled rows
 * (`scaleDataset`) and one of their targets, 0 to 1; rows
 * without that target are left out. A penalty above zero always has an answer. Throws RangeError
 * for a penalty that is not above zero, or no rows.
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
    const { slope, curve } = buildMoments(dataset, target, rows, weights, penalty);
    const step = solveFactored(factorize(curve, size), size, slope, 1);
    for (let place = 0; place < size; place += 1)
      weights[place] = (weights[place] ?? 0) - (step[place] ?? 0);
    if (Math.hypot(...step) < TOLERANCE) break;
  }
  return { slope: weights.slice(0, dataset.inputs), offset: weights[dataset.inputs] ?? 0 };
}

/** Chance of a one at a scaled row. */
export function logisticChance({ slope, offset }: LogisticLine, x: Float64Array, xAt = 0): number {
  return computeSigmoid(
    slope.reduce((sum, by, place) => sum + by * (x[xAt + place] ?? NaN), offset),
  );
}

function buildMoments(
  { x, y, inputs, targets }: Dataset,
  target: number,
  rows: readonly number[],
  weights: Float64Array,
  penalty: number,
): { readonly slope: Float64Array; readonly curve: Float64Array } {
  const size = inputs + 1;
  const slope = weights.map((weight, place) => (place < inputs ? penalty * weight : 0));
  const curve = new Float64Array(size * size);
  for (let place = 0; place < size; place += 1)
    curve[place * size + place] = place < inputs ? penalty : FLOOR;
  const row = new Float64Array(size).fill(1);
  for (const at of rows) {
    for (let place = 0; place < inputs; place += 1) row[place] = x[at * inputs + place] ?? NaN;
    const chance = computeSigmoid(
      row.reduce((sum, value, place) => sum + value * (weights[place] ?? 0), 0),
    );
    addRow(
      row,
      (chance - (y[at * targets + target] ?? NaN)) / rows.length,
      (chance * (1 - chance)) / rows.length,
      slope,
      curve,
    );
  }
  return { slope, curve };
}

function addRow(
  row: Float64Array,
  apart: number,
  bend: number,
  slope: Float64Array,
  curve: Float64Array,
): void {
  const size = row.length;
  for (let place = 0; place < size; place += 1) {
    const value = row[place] ?? 0;
    slope[place] = (slope[place] ?? 0) + apart * value;
    for (let other = 0; other <= place; other += 1)
      curve[place * size + other] =
        (curve[place * size + other] ?? 0) + bend * value * (row[other] ?? 0);
  }
}
