/**
 * Ridge regression: a straight line through standardized inputs whose slopes are drawn to zero.
 *
 * Source: A. E. Hoerl and R. W. Kennard 1970, Technometrics 12.
 */
import { factorize, solveFactored } from '../../statistics/cholesky';
import { computeMean } from '../../statistics/sample';

export interface RidgeLine {
  /** Value where every input is at its mean. */
  readonly mean: number;
  /** Mean of each input, and what the value changes for each unit of it. */
  readonly center: readonly number[];
  readonly slope: readonly number[];
}

/**
 * The line through rows of inputs (all of one length, no NaN). `penalty` is in shares of an input's
 * own weight: 0 is least squares, 1 halves a slope that
 * stands alone. An input that does not vary has slope 0. Throws RangeError without rows, for rows
 * of unequal lengths, and, at penalty 0, for inputs that follow from others.
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
    (column, place) =>
      Math.sqrt(computeMean(column.map((value) => (value - (center[place] ?? 0)) ** 2))) || 1,
  );
  const unit = columns.map((column, place) =>
    column.map((value) => (value - (center[place] ?? 0)) / (scale[place] ?? 1)),
  );
  const mean = computeMean(values);
  const varying = unit.flatMap((column, place) =>
    column.some((value) => value !== 0) ? [place] : [],
  );
  const slopes = solveRidge(
    varying.map((place) => unit[place] ?? new Float64Array(0)),
    Float64Array.from(values, (value) => value - mean),
    penalty,
  );
  const slope = new Array<number>(width).fill(0);
  for (const [rank, place] of varying.entries())
    slope[place] = (slopes[rank] ?? 0) / (scale[place] ?? 1);
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
  const sides = new Float64Array(size);
  for (const [row, a] of columns.entries()) {
    sides[row] = a.reduce((sum, value, at) => sum + value * (values[at] ?? 0), 0) / values.length;
    for (const [other, b] of columns.entries())
      matrix[row * size + other] =
        a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) / values.length;
    matrix[row * size + row] = (matrix[row * size + row] ?? 0) + penalty;
  }
  return solveFactored(factorize(matrix, size), size, sides, 1);
}

/** Value of the line at a row of inputs. */
export const valueAt = ({ mean, center, slope }: RidgeLine, row: ArrayLike<number>): number =>
  slope.reduce((sum, by, place) => sum + by * ((row[place] ?? NaN) - (center[place] ?? 0)), mean);
