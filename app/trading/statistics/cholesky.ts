/**
 * Cholesky factorization and solution of symmetric positive definite systems.
 *
 * Source: G. H. Golub and C. F. Van Loan 2013, Matrix Computations, section 4.2.
 */

/**
 * Lower factor L of a symmetric positive definite matrix A = L L', row-major, returned in the lower
 * half of a copy of A. Throws RangeError for any other matrix.
 */
export function factorizeCholesky(a: Float64Array, size: number): Float64Array {
  const l = Float64Array.from(a);
  for (let row = 0; row < size; row += 1) {
    const at = row * size;
    for (let column = 0; column <= row; column += 1) {
      const other = column * size;
      let sum = l[at + column] ?? 0;
      for (let k = 0; k < column; k += 1) sum -= (l[at + k] ?? 0) * (l[other + k] ?? 0);
      if (column < row) l[at + column] = sum / (l[other + column] ?? NaN);
      else if (sum > 0) l[at + row] = Math.sqrt(sum);
      else
        throw new RangeError(
          `the matrix is not positive definite: row ${row} follows from those before it`,
        );
    }
  }
  return l;
}

/**
 * Solves A x = b for each of `sides` columns of b (row-major) with the factor of A; returns x in
 * the same shape.
 */
export function solveFactored(
  l: Float64Array,
  size: number,
  b: Float64Array,
  sides: number,
): Float64Array {
  const x = Float64Array.from(b);
  for (let row = 0; row < size; row += 1) {
    for (let k = 0; k < row; k += 1) subtractRow(x, row, k, l[row * size + k] ?? 0, sides);
    divideRow(x, row, l[row * size + row] ?? NaN, sides);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let k = row + 1; k < size; k += 1) subtractRow(x, row, k, l[k * size + row] ?? 0, sides);
    divideRow(x, row, l[row * size + row] ?? NaN, sides);
  }
  return x;
}

function subtractRow(x: Float64Array, row: number, other: number, by: number, sides: number): void {
  const [at, from] = [row * sides, other * sides];
  for (let side = 0; side < sides; side += 1)
    x[at + side] = (x[at + side] ?? 0) - by * (x[from + side] ?? 0);
}

function divideRow(x: Float64Array, row: number, by: number, sides: number): void {
  for (let side = row * sides; side < (row + 1) * sides; side += 1) x[side] = (x[side] ?? 0) / by;
}
