/**
 * Ridge regression on standardized inputs.
 *
 * Source: A. E. Hoerl and R. W. Kennard 1970, Technometrics 12.
 */
import { factorizeCholesky, solveFactored } from '../../statistics/cholesky';
import { computeMean } from '../../statistics/sample';

export interface RidgeLine {
  /** Value with all inputs at their means. */
  readonly mean: number;
  /** Mean of each input, and slope per unit of it. */
  readonly center: readonly number[];
  readonly slope: readonly number[];
}

/**
 * Fits rows of inputs (equal lengths, no NaN). `penalty` is relative to an input's variance: 0 is
 * least squares, 1 halves the slope of a single input. A constant input has slope 0. Throws
 * RangeError without rows, for rows of unequal lengths, and, at penalty 0, for collinear inputs.
 */
export function fitRidge(
  rows: readonly ArrayLike<number>[],
  values: ArrayLike<number>,
  penalty: number,
): RidgeLine {
  const width = rows[0]?.length ?? 0;
  if (
    rows.length === 0 ||
    rows.length !== values.length ||
    rows.some((row) => row.length !== width)
  )
    throw new RangeError(
      `a line needs rows of one length with a value each, got ${rows.length} rows and ${values.length} values`,
    );
  const columns = Array.from({ length: width }, (_, column) =>
    Float64Array.from(rows, (row) => row[column] ?? NaN),
  );
  const center = columns.map(computeMean);
  const scale = columns.map(
    (column, index) =>
      Math.sqrt(computeMean(column.map((value) => (value - (center[index] ?? 0)) ** 2))) || 1,
  );
  const standardized = columns.map((column, index) =>
    column.map((value) => (value - (center[index] ?? 0)) / (scale[index] ?? 1)),
  );
  const mean = computeMean(values);
  const varyingColumns = standardized.flatMap((column, index) =>
    column.some((value) => value !== 0) ? [index] : [],
  );
  const slopes = solveRidge(
    varyingColumns.map((index) => standardized[index] ?? new Float64Array(0)),
    Float64Array.from(values, (value) => value - mean),
    penalty,
  );
  const slope = new Array<number>(width).fill(0);
  for (const [rank, index] of varyingColumns.entries())
    slope[index] = (slopes[rank] ?? 0) / (scale[index] ?? 1);
  return { mean, center, slope };
}

function solveRidge(
  columns: readonly Float64Array[],
  values: Float64Array,
  penalty: number,
): Float64Array {
  const size = columns.length;
  if (size === 0) return new Float64Array(0);
  const matrix = new Float64Array(size * size);
  const rightSide = new Float64Array(size);
  for (const [row, a] of columns.entries()) {
    rightSide[row] =
      a.reduce((sum, value, at) => sum + value * (values[at] ?? 0), 0) / values.length;
    for (const [other, b] of columns.entries())
      matrix[row * size + other] =
        a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) / values.length;
    matrix[row * size + row] = (matrix[row * size + row] ?? 0) + penalty;
  }
  return solveFactored(factorizeCholesky(matrix, size), size, rightSide, 1);
}

/** Value of the fit at a row of inputs. */
export const evaluateLine = ({ mean, center, slope }: RidgeLine, row: ArrayLike<number>): number =>
  slope.reduce(
    (sum, weight, index) => sum + weight * ((row[index] ?? NaN) - (center[index] ?? 0)),
    mean,
  );
